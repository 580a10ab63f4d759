import { Api, ContentType, HttpClient, type HttpResponse } from "./swagger-typescript-api.js";
import { type Dog, DogStatusEnum } from "./types.js";

interface Session {
  token: string;
}

const api = new Api<Session>({
  baseUrl: "http://kennel.example",
  baseApiParams: { secure: true, headers: { "X-A": "b" } },
  securityWorker: async (data) =>
    data ? { headers: { Authorization: `Bearer ${data.token}` } } : undefined,
});
api.setSecurityData({ token: "secret" });

const dog: Dog = { name: "Rex", status: DogStatusEnum.Sold, more: new Date() };
export const dogs: Promise<HttpResponse<Dog[], { reason: string }>> = api.dogs.dogsList({
  page_size: 5,
});
export const added: Promise<Dog> = api.dogs
  .createDog(dog, { dry: true }, { signal: new AbortController().signal })
  .then(({ data, ok }) => (ok ? data : dog));
export const photo: Promise<Blob> = api.dogs
  .dogIdPhotoList(7, { headers: { "X-Size": "5" }, credentials: "include" })
  .then(({ data }) => data);
export const other: Promise<HttpResponse<string>> = new HttpClient().request<string>({
  path: "/other",
  method: "POST",
  body: { a: 1 },
  type: ContentType.Json,
  format: "json",
});
// @ts-expect-error: the size of a page is required
void api.dogs.dogsList({});
