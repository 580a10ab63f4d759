import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Place } from "../command.js";
import { importFile } from "./generated.js";
import { copyEmitters } from "./old-calls.js";

type Fn = (...given: any[]) => any;
type Functions = Readonly<Record<string, Fn>>;

/** The client, the same operations by each emitter, and what was sent since it was last asked. */
interface Old {
  readonly client: Functions;
  readonly calls: Functions;
  readonly row: Functions;
  /** Instances of its classes. */
  readonly nswag: Readonly<Record<string, Functions>>;
  readonly fetch: Readonly<Record<string, Functions>>;
  /** These, and what makes them. */
  readonly axios: Readonly<Record<string, any>>;
  readonly orval: Functions;
  readonly swr: Functions;
  readonly kubb: Functions;
  /** Classes with static methods, that take arguments in a row or in an object. */
  readonly promises: Readonly<Record<string, any>>;
  readonly object: Readonly<Record<string, Functions>>;
  /** Injectable classes, and instances of them by `angularWith` with a client for HTTP. */
  readonly angular: Readonly<Record<string, Functions>>;
  angularWith(http: object): Readonly<Record<string, any>>;
  /** Those of typescript-angular, which inject what is `provided`. */
  generatorWith(
    http: object,
    provided?: (classes: any) => [token: unknown, value: unknown],
  ): Readonly<Record<string, any>>;
  /** Functions of ng-openapi-gen, as `invoke` of its `Api` calls them: with promises, and with observables. */
  readonly fn: Functions;
  readonly fnObserved: Functions;
  readonly generator: Readonly<Record<string, Functions>>;
  readonly generatorObject: Readonly<Record<string, Functions>>;
  /** What `getClient()` of openapi-client-axios gives. */
  readonly clientAxios: Functions;
  /** Its `Api`, with its modules. */
  readonly sta: Readonly<Record<string, Functions>>;
  readonly staAxios: Readonly<Record<string, Functions>>;
  /** A client of its `createApiClient`. */
  readonly zodios: Functions;
  /** Of JSON, for each schema. */
  readonly conversions: Functions;
  take(): string;
}

const client = `import { createKennelClient } from "./out/client.js";
let sent = "";
export const fetch = async (url, { method, headers, body }) => {
  sent += [method, url.replace("http://kennel.example", ""), JSON.stringify(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]).sort()), await new Response(body).text()].join(" ") + "\\n";
  return method === "HEAD" ? new Response(null, { status: 204 }) : Response.json([{ name: "Rex" }]);
};
export const client = createKennelClient({ baseUrl: "http://kennel.example", fetch });
// With any boundary of a form.
export const take = () => [sent.replace(/-*\\d{30,}(--)?/g, "-").replace(/\\r\\n/g, " "), (sent = "")][0];
`;

/** What the emitters import of libraries. */
const stubs = {
  "node_modules/@angular/core/index.js": `export const [Injectable, NgModule] = [0, 0].map(() => () => (value) => value);
export const provided = new Map();
export const inject = (token) => provided.get(token) ?? null;
export class InjectionToken {}
`,
  "node_modules/@tanstack/react-query/index.js":
    "export const [useQuery, useInfiniteQuery, useMutation, useSuspenseQuery] = [0, 0, 0, 0].map(() => (options) => options);\n",
  "node_modules/swr/index.js":
    "export default (key, fetcher) => ({ key: key(), data: fetcher });\n",
  "node_modules/swr/mutation/index.js":
    "export default (key, fetcher) => ({ key, trigger: (arg) => fetcher(key, { arg }) });\n",
  "node_modules/rxjs/index.js": `export const defer = (call) => call();
export class Observable {
  constructor(run) { this.run = run; }
  subscribe(observer) {
    const end = this.run({ next() {}, error() {}, complete() {}, ...observer });
    return { unsubscribe: () => end?.() };
  }
  pipe(operator) { return operator(this); }
  then(done, failed) {
    let last;
    this.subscribe({ next: (value) => (last = value), error: failed, complete: () => done(last) });
  }
}
`,
  "node_modules/rxjs/operators.js": `import { Observable } from "rxjs";
export const map = (project) => (source) =>
  new Observable((to) => source.run({ ...to, next: (value) => to.next(project(value)) }));
`,
  "node_modules/rxjs/package.json": `{ "type": "module", "exports": { ".": "./index.js", "./operators": "./operators.js" } }`,
  "node_modules/@angular/common/http/index.js":
    "export class HttpClient {}\nexport class HttpHeaders { keys() { return []; } }\n",
  "node_modules/zod/index.js":
    "export const z = { enum: () => 0, custom: () => ({ superRefine: () => 0 }) };\n",
  // With what it has read, not with a response.
  "node_modules/axios/index.js": `import { fetch } from "../../client.js";
const request = async ({ url, data: body, ...config }) => {
  const { status, headers, ...response } = await fetch(url, { ...config, body });
  return { status, headers: Object.fromEntries(headers), data: status === 204 ? "" : [{ name: "Rex" }] };
};
const instance = { request, defaults: { baseURL: "" } };
export default { ...instance, create: () => instance };
`,
};

// In one place, where what jiti makes of them is found again.
const folder = mkdtempSync(join(tmpdir(), "old-calls-sent-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const emitters = copyEmitters(folder);

const made = new Map<string, Old>();

/** The calls for a config, made once. */
async function oldCalls(config: object = {}): Promise<Old> {
  const key = JSON.stringify(config);
  const old = made.get(key) ?? (await makeOldCalls(config));
  made.set(key, old);
  // What another test has sent is not to be seen.
  old.take();
  return old;
}

async function makeOldCalls(config: object): Promise<Old> {
  const place = new Place({
    "input.yaml": readFileSync(new URL("old-calls.yaml", import.meta.url), "utf8"),
    "client.js": client,
    ...stubs,
  });
  const own = { input: "input.yaml", output: "out", only: ["client"], emitters, ...config };
  place.write("specsmith.config.json", JSON.stringify(own));
  place.write(
    "all.ts",
    `export { client, take } from "./client.js";
import { client, fetch as send } from "./client.js";
import { callsOf } from "./out/calls.js";
import * as classes from "./out/nswag.js";
import { rowOf } from "./out/row.js";
import * as axiosClasses from "./out/openapi-generator-in-row.js";
import * as fetchClasses from "./out/openapi-generator.js";
import * as angularClasses from "./out/services-angular.js";
import * as functions from "./out/angular-functions.js";
import * as observedFunctions from "./out/angular-observables-functions.js";
import * as observedClasses from "./out/services-angular-observables.js";
import * as generatorClasses from "./out/all-generator.js";
import * as generatorObjects from "./out/all-generator-object.js";
import { HttpClient } from "@angular/common/http";
import { provided } from "@angular/core";
import { Observable } from "rxjs";
import { Api } from "./out/swagger-typescript-api.js";
import { Api as AxiosApi } from "./out/swagger-typescript-api-axios.js";
import { fetch as send } from "./client.js";
const instancesOf = (all, end, ...given) => Object.fromEntries(
  Object.entries(all).filter(([name]) => name.endsWith(end)).map(([name, Class]) => [name, new Class(...given)]),
);
export const nswag = instancesOf(classes, "Client");
export const fetch = instancesOf(fetchClasses, "Api", new fetchClasses.Configuration({ fetchApi: send }));
export const conversions = fetchClasses;
export * as promises from "./out/all.js";
export * as object from "./out/all-object.js";
export const angularWith = (http) => ({
  ...instancesOf(angularClasses, "Service", new angularClasses.ApiConfiguration(), http),
});
const responseOf = async (method, url, { headers, body }) => {
  const isText = typeof body !== "object" || [FormData, Blob, Uint8Array].some((one) => body instanceof one);
  const response = await send(url, { method, headers, body: isText ? body : JSON.stringify(body) });
  const text = await response.text();
  return { body: text && JSON.parse(text), status: response.status, headers: new Headers(), clone: (of) => ({ ...response, ...of }) };
};
export const generatorWith = (http, more, classes = generatorClasses) => {
  provided.clear();
  for (const [token, value] of [[HttpClient, http], ...(more ? [more(classes)] : [])]) provided.set(token, value);
  return instancesOf(classes, "Service");
};
const http = {
  request: (...given) => new Observable((to) => {
    responseOf(...given).then((response) => { to.next({ ...response, headers: { keys: () => [] } }); to.complete(); }, to.error);
  }),
};
export const angular = angularWith(http);
const invoked = (functions, Api, Configuration) => Object.fromEntries(
  Object.entries(functions).map(([name, fn]) => [name, (params) => new Api(new Configuration(), http).invoke(fn, params)]),
);
export const fn = invoked(functions, angularClasses.Api, angularClasses.ApiConfiguration);
export const fnObserved = invoked(observedFunctions, observedClasses.Api, observedClasses.ApiConfiguration);
export const generator = generatorWith(http);
export const generatorObject = generatorWith(http, undefined, generatorObjects);
export { openAPIClient as clientAxios } from "./out/openapi-client-axios.js";
export const sta = new Api({ customFetch: send });
export const staAxios = new AxiosApi();
export { api as zodios } from "./out/zodios.js";
export * as orval from "./out/orval.js";
export * as swr from "./out/orval-swr.js";
export * as kubb from "./out/orval-kubb.js";
export const axios = { ...axiosClasses, ...instancesOf(axiosClasses, "Api") };
export const calls = callsOf(client);
export const row = rowOf(client);
`,
  );
  // A transform that a page shows, for a test that takes it.
  const page = readFileSync(new URL("../../docs/migrate.md", import.meta.url), "utf8");
  const optional = /```ts\n([^`]*\/header\|cookie\/[^`]*)```/.exec(page)?.[1] ?? "";
  place.write("optional.ts", optional);
  const { status, stderr } = await place.run("generate");
  expect([status, stderr]).toEqual([0, ""]);
  return importFile<Old>(place.path("all.ts"));
}

const photo = {
  ...{ file: new File(["bytes"], "a.png"), alt_text: "Rex", altText: "Rex" },
};
const png = new Blob(["bytes"], { type: "image/png" });
const dog = { name: "Rex" };
const walkHeaders = { "x-trace-id": "5", id: "h", Cookie: "session=s" };
const walkTags = ["a", "b"];
/** With names in camelCase, it is `tags`. */
const walks = { id: "q", "tags[]": walkTags, tags: walkTags, class: "x", client: true };
const accepted = '["accept","application/json"]';

/** What is sent, and the call of each emitter that sends it. */
const cases: readonly [sent: string, calls: Partial<Record<keyof Old, (old: any) => unknown>>][] = [
  [
    `GET /dogs/7/me?id=q&tags%5B%5D=a&tags%5B%5D=b&class=x&client=true [${accepted},["cookie","session=s"],["id","h"],["x-trace-id","5"]] `,
    {
      calls: ({ findWalks }) =>
        findWalks({
          ...{ call: "me", queryId: "q", pathId: 7, headerId: "h", "tags[]": ["a", "b"] },
          ...{ class: "x", client: true, "X-Trace-Id": 5, session: "s" },
        }),
      row: ({ findWalks }) => findWalks("me", 7, walks, { headers: walkHeaders }),
      // A parameter of the whole path is before those of the operation.
      fetch: ({ DogsApi }) =>
        DogsApi.findWalks({
          ...{ call: "me", id: "q", id2: 7, xTraceId: 5, tags: ["a", "b"], _class: "x" },
          ...{ client: true, id3: "h", session: "s" },
        }),
      axios: ({ DogsApi }) => DogsApi.findWalks("me", "q", 7, 5, ["a", "b"], "x", true, "h", "s"),
      orval: ({ findWalks }) => findWalks(7, "me", walks, { headers: walkHeaders }),
      swr: ({ useFindWalks }) =>
        useFindWalks(7, "me", walks, { request: { headers: walkHeaders } }).data(),
      nswag: ({ DogsClient }) =>
        DogsClient.findWalks("me", "q", 7, ["a", "b"], "x", true, 5, "h", "s"),
      promises: ({ DogsService }) =>
        DogsService.findWalks("me", "q", 7, 5, ["a", "b"], "x", true, "h", "s"),
      generator: ({ DogsService }) =>
        DogsService.findWalks("me", "q", 7, 5, ["a", "b"], "x", true, "h", "s"),
      generatorObject: ({ DogsService }) =>
        DogsService.findWalks({
          ...{ call: "me", id: "q", id1: 7, xTraceId: 5, tags: ["a", "b"], _class: "x" },
          ...{ client: true, id2: "h", session: "s" },
        }),
      object: ({ DogsService }) =>
        DogsService.findWalks({
          ...{ call: "me", id: "q", id1: 7, xTraceId: 5, tagsArray: ["a", "b"], _class: "x" },
          ...{ client: true, id2: "h", session: "s" },
        }),
      clientAxios: ({ findWalks }) =>
        findWalks([
          ...[
            { name: "id", value: 7, in: "path" },
            { name: "call", value: "me" },
          ],
          ...[
            { name: "id", value: "q", in: "query" },
            { name: "id", value: "h", in: "header" },
          ],
          ...[
            { name: "tags[]", value: ["a", "b"] },
            { name: "class", value: "x" },
          ],
          ...[
            { name: "client", value: true },
            { name: "X-Trace-Id", value: 5 },
          ],
          { name: "session", value: "s" },
        ]),
      sta: ({ dogs }) => dogs.findWalks("me", 7, walks, { headers: walkHeaders }),
      staAxios: ({ dogs }) => dogs.findWalks("me", 7, walks, { headers: walkHeaders }),
      zodios: ({ findWalks }) =>
        findWalks({
          ...{ params: { call: "me", id: 7 }, queries: { ...walks, tags: undefined } },
          headers: { "x-trace-id": 5, id: "h", Cookie: "session=s" },
        }),
    },
  ],
  [
    `PUT /dogs/7?dry_run=true [${accepted},["content-type","application/json"]] {"name":"Rex"}`,
    {
      calls: ({ updateDog }) => updateDog({ dogId: 7, dryRun: true, newDog: dog }),
      row: ({ updateDog }) => updateDog(7, dog, { dry_run: true, dryRun: true }),
      fetch: ({ DogsApi }) => DogsApi.updateDog({ dogId: 7, newDog: dog, dryRun: true }),
      axios: ({ PhotoFilesApiFactory }) => PhotoFilesApiFactory().updateDog(7, dog, true),
      orval: ({ useUpdateDog }) =>
        useUpdateDog().mutationFn({ dogId: 7, data: dog, params: { dry_run: true, dryRun: true } }),
      kubb: ({ useUpdateDog }) =>
        useUpdateDog().mutationFn({
          dog_id: 7,
          data: dog,
          params: { dry_run: true, dryRun: true },
        }),
      swr: ({ useUpdateDog }) => useUpdateDog(7, { dry_run: true, dryRun: true }).trigger(dog),
      nswag: ({ DogsClient }) => DogsClient.updateDog(7, true, dog),
      promises: ({ PhotoFilesService }) => PhotoFilesService.updateDog(7, dog, true),
      object: ({ DogsService }) =>
        DogsService.updateDog({ dogId: 7, requestBody: dog, dryRun: true }),
      angular: ({ DogsService }) => DogsService.updateDog({ dog_id: 7, dry_run: true, body: dog }),
      fn: ({ updateDog }) => updateDog({ dog_id: 7, dry_run: true, body: dog }),
      generator: ({ PhotoFilesService }) => PhotoFilesService.updateDog(7, dog, true),
      generatorObject: ({ DogsService }) =>
        DogsService.updateDog({ dogId: 7, newDog: dog, dryRun: true }),
      clientAxios: ({ updateDog }) => updateDog({ dog_id: 7, dry_run: true }, dog),
      sta: ({ dogs }) => dogs.updateDog(7, dog, { dry_run: true, dryRun: true }),
      staAxios: ({ dogs }) => dogs.updateDog(7, dog, { dry_run: true, dryRun: true }),
      zodios: ({ put }) =>
        put("/dogs/:dog_id", dog, { params: { dog_id: 7 }, queries: { dry_run: true } }),
    },
  ],
  [
    `DELETE /dogs/7 [${accepted}] `,
    {
      calls: ({ removeDog }) => removeDog({ dogId: 7 }),
      row: ({ removeDog }) => removeDog(7),
      fetch: ({ DogsApi }) => DogsApi.removeDogRaw({ dogId: 7 }),
      axios: async ({ DogsApiFp }) => (await DogsApiFp().removeDog(7))(),
      orval: ({ removeDog }) => removeDog(7),
      swr: ({ useRemoveDog }) => useRemoveDog(7).trigger(),
      nswag: ({ DogsClient }) => DogsClient.removeDog(7),
      promises: ({ DogsService }) => DogsService.removeDog(7),
      angular: ({ DogsService }) => DogsService.removeDog$Response({ dog_id: 7 }),
      generator: ({ DogsService }) => DogsService.removeDog(7, "response"),
      clientAxios: ({ removeDog }) => removeDog(7),
      sta: ({ dogs }) => dogs.removeDog(7),
      staAxios: ({ dogs }) => dogs.removeDog(7),
      zodios: ({ removeDog }) => removeDog(undefined, { params: { dog_id: 7 } }),
    },
  ],
  [
    `GET /dogs?breed=pug [${accepted}] `,
    {
      calls: ({ listDogs }) => listDogs({ breed: "pug" }),
      row: ({ listDogs }) => listDogs({ breed: "pug" }),
      fetch: ({ DefaultApi }) => DefaultApi.listDogs({ breed: "pug" }),
      axios: ({ DefaultApi }) => DefaultApi.listDogs(undefined, "pug"),
      orval: ({ useListDogs }) => useListDogs({ breed: "pug" }).queryFn({}),
      kubb: ({ listDogsQueryOptions }) => listDogsQueryOptions({ breed: "pug" }).queryFn({}),
      swr: ({ useListDogs }) => useListDogs({ breed: "pug" }).data(),
      nswag: ({ Client }) => Client.listDogs(null, "pug"),
      promises: ({ DefaultService }) => DefaultService.listDogs(undefined, "pug"),
      object: ({ DefaultService }) => DefaultService.listDogs({ breed: "pug" }),
      angular: ({ ApiService }) => ApiService.listDogs({ breed: "pug" }),
      clientAxios: (axios) => axios.paths["/dogs"].get({ breed: "pug" }),
      sta: ({ dogs }) => dogs.listDogs({ breed: "pug" }),
      staAxios: ({ dogs }) => dogs.listDogs({ breed: "pug" }),
      zodios: ({ get }) => get("/dogs", { queries: { breed: "pug" } }),
    },
  ],
  [
    `GET /dogs [${accepted}] `,
    {
      calls: ({ listDogs }) => listDogs(),
      row: ({ listDogs }) => listDogs(),
      fetch: ({ DefaultApi }) => DefaultApi.listDogs(),
      axios: ({ DefaultApi }) => DefaultApi.listDogs(),
      orval: ({ useListDogsSuspense }) => useListDogsSuspense().queryFn({}),
      swr: ({ useListDogs }) => useListDogs().data(),
      nswag: ({ Client }) => Client.listDogs(undefined, null),
      promises: ({ DefaultService }) => DefaultService.listDogs(),
      object: ({ DefaultService }) => DefaultService.listDogs(),
      angular: ({ ApiService }) => ApiService.listDogs(),
      fn: async ({ listDogs }) => expect(await listDogs()).toEqual([dog]),
      fnObserved: async ({ listDogs }) => expect(await listDogs()).toEqual([dog]),
    },
  ],
  [
    `POST /dogs [${accepted},["content-type","application/json"]] {"name":"Rex"}`,
    {
      calls: ({ addDog }) => addDog({ body: dog }),
      row: ({ addDog }) => addDog(dog),
      fetch: ({ DefaultApi }) => DefaultApi.addDog({ body: dog }),
      axios: ({ DefaultApi }) => DefaultApi.addDog(dog),
      orval: ({ addDog }) => addDog(dog),
      swr: ({ useAddDog }) => useAddDog().trigger(dog),
      nswag: ({ Client }) => Client.addDog(dog),
      promises: ({ DefaultService }) => DefaultService.addDog(dog),
      object: ({ DefaultService }) => DefaultService.addDog({ requestBody: dog }),
      angular: ({ ApiService }) => ApiService.addDog$Json({ body: dog }),
      fnObserved: ({ addDog$Json }) => addDog$Json({ body: dog }),
      generator: ({ DefaultService }) => DefaultService.addDog(dog, "events"),
      clientAxios: ({ addDog }) => addDog(null, dog),
      sta: ({ dogs }) => dogs.addDog(dog),
      staAxios: ({ dogs }) => dogs.addDog(dog),
      zodios: ({ addDog }) => addDog(dog),
    },
  ],
  [
    `POST /dogs [${accepted}] `,
    {
      calls: ({ addDog }) => addDog(),
      row: ({ addDog }) => addDog(),
      fetch: ({ DefaultApi }) => DefaultApi.addDog(),
      axios: ({ DefaultApi }) => DefaultApi.addDog(),
      orval: ({ addDog }) => addDog(),
      swr: ({ useAddDog }) => useAddDog().trigger(),
      nswag: ({ Client }) => Client.addDog(null),
      promises: ({ DefaultService }) => DefaultService.addDog(),
      angular: ({ ApiService }) => ApiService.addDog(),
    },
  ],
  [
    `POST /photos?file=q [${accepted},["content-type","multipart/form-data; boundary=-"]] - Content-Disposition: form-data; name="file"; filename="a.png" Content-Type: application/octet-stream  bytes - Content-Disposition: form-data; name="alt_text"  Rex - `,
    {
      calls: ({ addPhoto }) => addPhoto({ file: "q", body: photo }),
      row: ({ addPhoto }) => addPhoto(photo, { file: "q" }),
      fetch: ({ PhotoFilesApi }) =>
        PhotoFilesApi.addPhoto({ file2: photo.file, file: "q", altText: "Rex" }),
      axios: ({ PhotoFilesApi }) => PhotoFilesApi.addPhoto(photo.file, "q", "Rex"),
      orval: ({ addPhoto }) => addPhoto(photo, { file: "q" }),
      swr: ({ useAddPhoto }) => useAddPhoto({ file: "q" }).trigger(photo),
      nswag: ({ Photo_filesClient: photos }) =>
        photos.addPhoto("q", { data: photo.file, fileName: "a.png" }, "Rex", undefined),
      promises: ({ PhotoFilesService }) => PhotoFilesService.addPhoto(photo, "q"),
      object: ({ PhotoFilesService }) => PhotoFilesService.addPhoto({ file: "q", formData: photo }),
      angular: ({ PhotoFilesService }) => PhotoFilesService.addPhoto({ file: "q", body: photo }),
      generator: ({ PhotoFilesService }) => PhotoFilesService.addPhoto(photo.file, "q", "Rex"),
      sta: ({ photos }) => photos.addPhoto(photo, { file: "q" }),
      staAxios: ({ photos }) => photos.addPhoto(photo, { file: "q" }),
      zodios: ({ addPhoto }) => addPhoto(photo, { queries: { file: "q" } }),
    },
  ],
  [
    `PUT /photos [${accepted},["content-type","image/png"]] bytes`,
    {
      calls: ({ replacePhoto }) => replacePhoto({ body: png }),
      row: ({ replacePhoto }) => replacePhoto(png),
      fetch: ({ PhotoFilesApi }) => PhotoFilesApi.replacePhoto({ body: png }),
      axios: ({ PhotoFilesApi }) => PhotoFilesApi.replacePhoto(png),
      orval: ({ replacePhoto }) => replacePhoto(png),
      nswag: ({ Photo_filesClient: photos }) => photos.replacePhoto(png),
      promises: ({ PhotoFilesService }) => PhotoFilesService.replacePhoto(png),
      angular: ({ PhotoFilesService }) => PhotoFilesService.replacePhoto({ body: png }),
      generator: ({ PhotoFilesService }) => PhotoFilesService.replacePhoto(png),
      sta: ({ photos }) => photos.replacePhoto(png),
      staAxios: ({ photos }) => photos.replacePhoto(png),
      zodios: ({ replacePhoto }) => replacePhoto(png),
    },
  ],
  [
    `POST /login [${accepted},["content-type","application/x-www-form-urlencoded"]] code=a%20b`,
    {
      calls: ({ logIn }) => logIn({ body: { code: "a b" } }),
      row: ({ logIn }) => logIn({ code: "a b" }),
      fetch: ({ DefaultApi }) => DefaultApi.logIn({ code: "a b" }),
      axios: ({ DefaultApi }) => DefaultApi.logIn("a b"),
      orval: ({ logIn }) => logIn({ code: "a b" }),
      nswag: ({ Client }) => Client.logIn({ code: "a b" }),
      promises: ({ DefaultService }) => DefaultService.logIn({ code: "a b" }),
      angular: ({ ApiService }) => ApiService.logIn({ body: { code: "a b" } }),
      generator: ({ DefaultService }) => DefaultService.logIn("a b"),
      sta: ({ login }) => login.logIn({ code: "a b" }),
      staAxios: ({ login }) => login.logIn({ code: "a b" }),
      zodios: ({ logIn }) => logIn({ code: "a b" }),
    },
  ],
  [
    `GET /search?words=a%20b [${accepted}] `,
    {
      calls: ({ search }) => search({ all: { words: "a b" } }),
      row: ({ search }) => search({ words: "a b" }),
      fetch: ({ DefaultApi }) => DefaultApi.search({ all: { words: "a b" } }),
      axios: ({ DefaultApi }) => DefaultApi.search({ words: "a b" }),
      orval: ({ search }) => search({ words: "a b" }),
      nswag: ({ Client }) => Client.search({ words: "a b" }),
      promises: ({ DefaultService }) => DefaultService.search({ words: "a b" }),
      angular: ({ ApiService }) => ApiService.search({ all: { words: "a b" } }),
      sta: ({ search }) => search.search({ words: "a b" }),
      staAxios: ({ search }) => search.search({ words: "a b" }),
      zodios: ({ search }) => search({ queries: { words: "a b" } }),
    },
  ],
  [
    `GET /health [${accepted},["x-a","b"]] `,
    {
      calls: ({ getHealth }) => getHealth({ headers: { "x-a": "b" } }),
      row: ({ getHealth }) => getHealth({ headers: { "x-a": "b" } }),
      clientAxios: async ({ getHealth }) => {
        const { status, data } = await getHealth(null, null, { headers: { "x-a": "b" } });
        expect([status, data]).toEqual([200, [dog]]);
      },
      sta: ({ health }) => health.getHealth({ headers: { "X-A": "b" } }),
      staAxios: ({ health }) => health.getHealth({ headers: { "X-A": "b" } }),
      zodios: ({ getHealth }) => getHealth({ headers: { "X-A": "b" } }),
    },
  ],
  [
    `HEAD /health [] `,
    {
      calls: ({ hasHealth }) => hasHealth(),
      row: ({ hasHealth }) => hasHealth(),
      fetch: ({ DefaultApi }) => DefaultApi.hasHealthRaw(),
      axios: ({ DefaultApi }) => DefaultApi.hasHealth(),
      orval: ({ hasHealth }) => hasHealth(),
      nswag: ({ Client }) => Client.hasHealth(),
      promises: ({ DefaultService }) => DefaultService.hasHealth(),
      angular: ({ ApiService }) => ApiService.hasHealth(),
      generator: ({ DefaultService }) => DefaultService.hasHealth(),
      sta: ({ health }) => health.hasHealth(),
      staAxios: ({ health }) => health.hasHealth(),
      zodios: ({ hasHealth }) => hasHealth(),
    },
  ],
];

test.each([{}, { case: "camel" }])(
  "each emitter's calls send the same, with %j",
  async (config) => {
    const old = await oldCalls(config);
    for (const [sent, calls] of cases)
      for (const [name, call] of Object.entries(calls)) {
        await call(old[name as keyof Old]);
        expect(`${name}: ${old.take()}`).toBe(`${name}: ${sent}\n`);
      }
  },
);

test("headers and cookies that are no arguments are required of a call, or left to the client", async () => {
  const query = { id: "q" };
  const { row, take } = await oldCalls();
  await expect(row["findWalks"]?.("me", 7, query)).rejects.toThrow("X-Trace-Id is required");
  expect(take()).toBe("");
  const free = await oldCalls({ transform: "optional.ts" });
  await free.row["findWalks"]?.("me", 7, query);
  expect(free.take()).toBe(`GET /dogs/7/me?id=q [${accepted}] \n`);
});

test.each([
  [{}, { name: "Rex", born_at: "2026-11-27T04:05:06.000Z" }],
  [{ case: "camel" }, { name: "Rex", bornAt: "2026-11-27T04:05:06.000Z" }],
  [{ dates: "Date" }, { name: "Rex", born_at: new Date("2026-11-27T04:05:06Z") }],
  [
    { case: "camel", dates: "Date" },
    { name: "Rex", bornAt: new Date("2026-11-27T04:05:06Z") },
  ],
])(
  "openapi-generator: JSON becomes what the types say, and back, with %j",
  async (config, value) => {
    const { conversions } = await oldCalls(config);
    const { NewDogFromJSON: from, NewDogToJSON: to, instanceOfNewDog: isDog } = conversions;
    const json = { name: "Rex", born_at: "2026-11-27T04:05:06.000Z" };
    expect(from?.(json)).toEqual(value);
    expect(JSON.parse(JSON.stringify(to?.(value)))).toEqual(json);
    expect([from?.(null), to?.(null), to?.(undefined)]).toEqual([null, null, undefined]);
    expect([value, { bornAt: 1 }, {}, null].map((one) => isDog?.(one))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  },
);

test("orval: keys and pages of infinite queries and of SWR", async () => {
  const { orval, swr, take } = await oldCalls();
  const pages = orval["useListDogsInfinite"]?.(
    { breed: "pug" },
    { query: { initialPageParam: 1 } },
  );
  expect(pages).toMatchObject({
    queryKey: ["infinite", "/dogs", { breed: "pug" }],
    initialPageParam: 1,
    enabled: true,
  });
  for (const pageParam of [undefined, 2]) await pages.queryFn({ pageParam });
  expect(take()).toBe(
    `GET /dogs?breed=pug [${accepted}] \nGET /dogs?page=2&breed=pug [${accepted}] \n`,
  );
  const keys = [
    [],
    [{ page: 1 }],
    [{}, { swr: { enabled: false } }],
    [{}, { swr: { swrKey: () => "k" } }],
  ];
  expect(keys.map((given) => swr["useListDogs"]?.(...given).key)).toEqual([
    ["/dogs"],
    ["/dogs", { page: 1 }],
    null,
    "k",
  ]);
  expect(swr["useUpdateDog"]?.(7).swrKey).toEqual(["/dogs/7"]);
});

test("kubb: keys of queries, and the names of enums", async () => {
  const { kubb } = await oldCalls({ enums: "const" });
  const keys = [kubb["listDogsQueryKey"]?.({ breed: "pug" }), kubb["getHealthQueryKey"]?.()];
  expect(keys).toEqual([[{ url: "/dogs" }, { breed: "pug" }], [{ url: "/health" }]]);
  expect(kubb["findWalksQueryKey"]?.(7, "me", { id: "q" })).toMatchObject([
    { url: "/dogs/:id/:call", params: { id: 7 } },
    { id: "q" },
  ]);
  expect(kubb["mood"]).toEqual({ calm: "calm", "on edge": "on edge" });
});

test("openapi-typescript-codegen: settings of all calls, cancelled calls, enums of members", async () => {
  const { promises, take } = await oldCalls({ enums: "enum", typeNames: "hey-api" });
  const { DefaultService, OpenAPI, CancelError, NewDog } = promises;
  expect(NewDog.coat).toEqual({ SHORT: "short", VERY_LONG: "very long" });
  Object.assign(OpenAPI, { BASE: "http://other.example", HEADERS: async () => ({ "x-a": "b" }) });
  for (const TOKEN of ["t", async () => "t"]) {
    OpenAPI.TOKEN = TOKEN;
    await DefaultService.getHealth();
    const headers = `[${accepted},["authorization","Bearer t"],["x-a","b"]]`;
    expect(take()).toBe(`GET http://other.example/health ${headers} \n`);
  }
  const call = DefaultService.getHealth();
  expect(call.isCancelled).toBe(false);
  call.cancel();
  await expect(call).rejects.toBeInstanceOf(CancelError);
  expect([call.isCancelled, take()]).toEqual([true, ""]);
});

test("ng-openapi-gen: requests of HttpClient, its errors as they are, and none that is still waited for", async () => {
  const { angularWith } = await oldCalls();
  const requests: unknown[][] = [];
  let unsubscribed = 0;
  const answer = { next: (_: unknown): void => undefined, error: (_: unknown): void => undefined };
  const request = (...given: unknown[]) => {
    requests.push(given);
    const subscribe = (observer: typeof answer) => {
      Object.assign(answer, observer);
      return { unsubscribe: () => unsubscribed++ };
    };
    return { subscribe };
  };
  const { ApiService, DogsService } = angularWith({ request });
  ApiService.rootUrl = "/root";
  const context = { map: 1 };
  const settled: unknown[] = [];
  const observer = { error: (error: unknown) => settled.push(error) };
  ApiService.addDog({ body: dog }, context).subscribe(observer);
  await expect.poll(() => requests.length).toBe(1);
  expect(requests[0]?.slice(0, 2)).toEqual(["POST", "/root/dogs"]);
  expect(requests[0]?.[2]).toMatchObject({ body: dog, context, responseType: "json" });
  const failure = { status: 404, error: { message: "none" } };
  answer.error(failure);
  await expect.poll(() => settled).toEqual([failure]);
  expect(settled[0]).toBe(failure);

  const waiting = DogsService.removeDog({ dog_id: 7 }).subscribe(observer);
  await expect.poll(() => requests.length).toBe(2);
  expect(unsubscribed).toBe(0);
  waiting.unsubscribe();
  expect(unsubscribed).toBe(1);
});

test("typescript-angular: what Configuration has, what is observed, enums of members", async () => {
  const { generatorWith } = await oldCalls({ enums: "const", typeNames: "openapi-generator" });
  const requests: unknown[][] = [];
  const progress = { type: 1, loaded: 5 };
  const response = { body: [dog], status: 200, headers: { keys: () => [] } };
  const own = { ...response, clone: (update: object) => ({ ...response, ...update }) };
  const request = (...given: unknown[]) => {
    requests.push(given);
    const subscribe = (observer: { next(event: object): void }) => {
      const { observe } = given[2] as { observe: string };
      for (const event of observe === "events" ? [progress, own] : [own]) observer.next(event);
    };
    return { subscribe };
  };
  const values: unknown[] = [];
  const observer = { next: (value: unknown) => values.push(value) };
  const { DefaultService } = generatorWith({ request }, ({ Configuration, NewDog }) => {
    expect(NewDog.CoatEnum).toEqual({ Short: "short", VeryLong: "very long" });
    const apiKeys = { key: "k" };
    const given = { basePath: "/root", withCredentials: true, accessToken: () => "t", apiKeys };
    return [Configuration, new Configuration(given)];
  });
  DefaultService.getHealth().subscribe(observer);
  await expect.poll(() => values).toEqual([[dog]]);
  expect(requests[0]?.slice(0, 2)).toEqual(["GET", "/root/health"]);
  expect(requests[0]?.[2]).toMatchObject({
    headers: { "x-key": "k", authorization: "Bearer t" },
    withCredentials: true,
    observe: "response",
  });
  DefaultService.listDogs(1, undefined, undefined, "events", true).subscribe(observer);
  await expect.poll(() => values.length).toBe(3);
  expect(values.slice(1)).toEqual([progress, { ...response, body: [dog] }]);
  expect(requests[1]?.[2]).toMatchObject({ observe: "events", reportProgress: true });
  expect(requests[1]?.[2]).not.toHaveProperty("headers.authorization");
});

test("of a wrong reply that a test makes up without a type, the error says what is wrong with its members", async () => {
  const { generatorWith } = await oldCalls({ enums: "const", typeNames: "openapi-generator" });
  const response = { body: [{ name: 7 }], status: 200, headers: { keys: () => [] } };
  const request = () => ({
    subscribe: (observer: { next(event: object): void }) => observer.next(response),
  });
  const { DefaultService } = generatorWith({ request });
  const errors: unknown[] = [];
  DefaultService.listDogs().subscribe({ error: (error: unknown) => errors.push(error) });
  await expect.poll(() => errors.map(String)).toEqual([expect.stringContaining("/0/name")]);
});

test.each([{ headers: {} }, {}])(
  "of a wrong reply that a test makes up with %j for axios, the error says what is wrong with its members",
  async (head) => {
    const { axios, staAxios } = await oldCalls();
    const request = () => Promise.resolve({ status: 200, data: [{ name: 7 }], ...head });
    const Classes = [axios["DefaultApi"].constructor, staAxios.constructor];
    const [classes, modules] = Classes.map((Class) => new Class(undefined, undefined, { request }));
    modules.instance = { request };
    await expect(classes.listDogs()).rejects.toThrow("/0/name");
    await expect(modules.dogs.listDogs()).rejects.toThrow("/0/name");
  },
);
