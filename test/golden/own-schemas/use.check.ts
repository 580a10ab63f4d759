import { z } from "zod";
import type { Dog, Mood } from "./types.js";
import { api, createApiClient, schemas } from "./zodios.js";

const other = createApiClient("http://other.example", { headers: { "X-Own": "a" }, retries: 0 });
export const dogs: Promise<Dog[]> = other
  .listDogs({ queries: { page_size: 5 }, headers: { "X-Trace": 7, Authorization: "a" } })
  .then((all) => all);
export const none: PromiseLike<undefined> = api.removeDog(undefined, { params: { dogId: 7 } });
void api.addDog(
  { name: "Rex", mood: schemas.Mood.enum.calm },
  { signal: new AbortController().signal },
);
void api.get({ name: "Rex" }, { params: { dogId: 7 } });
void api.post("/dogs", { name: "Rex" });
void api.delete("/dogs/:dogId", undefined, { params: { dogId: 7 } });
// @ts-expect-error: no such path has this method
void api.delete("/dogs", undefined, { params: { dogId: 7 } });
// @ts-expect-error: the header is required
void api.listDogs({ queries: { page_size: 5 } });
// @ts-expect-error: a body is first
void api.removeDog({ params: { dogId: 7 } });

export const dog: Dog = schemas.Dog.parse({});
export const form: { dog: z.infer<typeof schemas.Dog>; moods: Mood[] } = z
  .object({ dog: schemas.Dog, moods: z.array(schemas.Mood) })
  .parse({});
export const moods: readonly Mood[] = schemas.Mood.options;
