import {
  type ListDogsApiArg,
  type UpdateAwsDogApiResponse,
  useGetHealthQuery,
  useLazyListDogsQuery,
  useListDogsQuery,
  useUpdateAwsDogMutation,
} from "./rtk-query.js";
import type { DtoDog } from "./types.js";

const arg: ListDogsApiArg = { pageSize: 5, apiVersion: "2", "X-Trace": "a" };
export const dogs: DtoDog[] | undefined = useListDogsQuery(arg).data;
export const health: string | undefined = useGetHealthQuery().data;
export const none: UpdateAwsDogApiResponse = null;
useLazyListDogsQuery(arg);
useUpdateAwsDogMutation({ dog: 7, dtoDog: true, body: { name: "Rex" } });
// @ts-expect-error: the size of a page is required
useListDogsQuery({});
