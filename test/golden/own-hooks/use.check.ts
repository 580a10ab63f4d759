import { getDogs, getGetDogsQueryKey, useAddDog, useGetDogs } from "./orval.js";
import { addDogMutation, getDogsOptions, getDogsQueryKey } from "./react-query.js";
import type { Dog } from "./types.js";

export const dogs: Promise<Dog[]> = getDogs({ breed: "pug" }).then((all) => all);
export const keys: (readonly unknown[])[] = [getGetDogsQueryKey(), getDogsQueryKey()];
export const found: Promise<Dog[]> = getDogsOptions({ query: { breed: "pug" } }).queryFn();
export const added: Promise<Dog> = addDogMutation().mutationFn({ body: { name: "Rex" } });

export function useAll(): void {
  useGetDogs({ breed: "pug" }, { query: { select: (all) => all.length } });
  useAddDog({ mutation: { onError: (error, { data }) => [error.message, data.name] } });
  // @ts-expect-error: it is given as `data`
  useAddDog({ mutation: { onError: (_error, { body }) => body } });
}
