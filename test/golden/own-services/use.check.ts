import { ApiError, DefaultService, Dog, DogsService, type HTTP_Place, OpenAPI } from "./all.js";
import type { CancelablePromise } from "./core/CancelablePromise.js";
import type { Dog as OneDog } from "./models/Dog.js";

OpenAPI.BASE = "http://other.example";
OpenAPI.TOKEN = async () => "token";
const dogs: CancelablePromise<Dog[]> = DogsService.getDogs("name", "pug");
dogs.cancel();
const size: Dog.size = Dog.size.VERY_BIG;
const dog: OneDog = { name: "Rex", size };
DogsService.putDogs(7, dog).then(({ anything }) => anything);
DogsService.getDogs("age", undefined, 5).catch(
  (error: unknown) => error instanceof ApiError && error.body,
);
const place: HTTP_Place = { url: "/" };
const photo: Promise<Blob> = DefaultService.getPhoto();
// @ts-expect-error: not one of the values
DogsService.getDogs("weight");
void [place, photo];
