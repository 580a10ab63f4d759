import {
  type AddDogMutationBody,
  type addDogResponse201,
  getAddDogMutationOptions,
  getDogs,
  getGetDogsQueryKey,
  getGetDogsQueryOptions,
  getGetDogsUrl,
  getPostDogsByDogIdWalksUrl,
  invalidateGetDogs,
  prefetchGetDogsQuery,
  useAddDog,
  useGetDogs,
  useGetDogsSuspense,
  useGetHealth,
} from "./orval.js";
import { addDogMutation, getDogsOptions, getDogsQueryKey } from "./react-query.js";
import { QueryClient } from "@tanstack/react-query";
import type { Dog } from "./types.js";

export const dogs: Promise<Dog[]> = getDogs({ breed: "pug" }).then((all) => all);
export const urls: string[] = [getGetDogsUrl(), getPostDogsByDogIdWalksUrl(7, { notify: true })];
export const keys: (readonly unknown[])[] = [getGetDogsQueryKey(), getDogsQueryKey()];
export const key: "/dogs" = getGetDogsQueryKey()[0];
export const found: Promise<Dog[]> = getDogsOptions({ query: { breed: "pug" } }).queryFn();
export const added: Promise<Dog> = addDogMutation().mutationFn({ body: { name: "Rex" } });

export function useAll(): void {
  const queryClient = new QueryClient();
  useGetDogs({ breed: "pug" }, { query: { select: (all) => all.length } }, queryClient);
  useGetDogsSuspense({}, { fetch: { headers: { "x-a": "b" } } });
  useGetHealth({ query: { select: (none: null) => none } });
  void prefetchGetDogsQuery(queryClient, {}, { query: { enabled: true } });
  void invalidateGetDogs(queryClient, {}, { cancelRefetch: false });
  useAddDog({ mutation: { onError: (error, { data }) => [error.message, data.name] } });
  // @ts-expect-error: it is given as `data`
  useAddDog({ mutation: { onError: (_error, { body }) => body } });
  // @ts-expect-error: the identifier and `notify` are required
  getPostDogsByDogIdWalksUrl();
}

export const body: AddDogMutationBody = { name: "Rex" };
export const mutate = getAddDogMutationOptions<Error>().mutationFn?.({ data: body });
// With this client a reply is its body.
export type NoStatus = addDogResponse201 extends never ? true : false;
export type Chosen = Awaited<ReturnType<typeof getGetDogsQueryOptions>>["queryKey"];
