import { AnimalsApi, Configuration, DefaultApi, PhotoFilesApi } from "./openapi-generator.js";
import { DogFromJSON, DogToJSON, instanceOfDog } from "./openapi-generator.js";
import type { Dog, NewDog } from "./types.js";

const configuration = new Configuration({
  basePath: "http://kennel.example",
  accessToken: async () => "secret",
  middleware: [{ post: async ({ response }) => response }],
});
const animals = new AnimalsApi(configuration);
const newDog: NewDog = { name: "Rex" };
export const dogs: Promise<Dog[]> = animals.listDogs({ pageSize: 5, xTrace: "a" });
export const added: Promise<Dog> = animals.createDog({ newDog, dry: true }, { headers: {} });
export const raw: Promise<Dog> = animals
  .dogsDogIdGetRaw({ dogId: 7 })
  .then((reply) => reply.value());
export const changed: Promise<undefined> = animals.updateDog({ dogId: 7 });
export const tags: Promise<string> = new DefaultApi().addTags({ requestBody: ["a"] });
export const sent: Promise<undefined> = new PhotoFilesApi(configuration).uploadPhoto({
  dogId: 7,
  file: new Blob(["a"]),
  altText: "Rex",
});
export const counted: Promise<undefined>[] = [
  animals.countAll(),
  new PhotoFilesApi(configuration).countAll(),
];
// @ts-expect-error: the size of a page is required
void animals.listDogs({});

export const read: Dog = DogFromJSON(JSON.parse("{}"));
export const written: string = JSON.stringify(DogToJSON(read));
export const nameOf = (one: Dog | { id: string }) => (instanceOfDog(one) ? one.name : one.id);
