import { createDog, defaults, getHealth, getPhoto, listDogs, uploadPhoto } from "./oazapfts.js";
import type { Dog } from "./types.js";

defaults.headers = { authorization: "Bearer secret" };
export const dogs: Promise<Dog[]> = listDogs(5, { $type: "pug", xTrace: "a" }).then((all) => all);
export const some: PromiseLike<Dog[]> = listDogs(5, undefined, { headers: { "x-a": "b" } });
export const added: PromiseLike<Dog> = createDog({ name: "Rex" }, { dry: true });
export const photo: Promise<Blob> = getPhoto(7);
export const sent: PromiseLike<undefined> = uploadPhoto(7, { file: new Blob(["a"]) });
export const unsent: PromiseLike<undefined> = uploadPhoto(7);
export const health: PromiseLike<undefined> = getHealth();
// @ts-expect-error: the size of a page is required
void listDogs();
