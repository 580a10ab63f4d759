import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const zod = fileURLToPath(new URL("../../node_modules/zod", import.meta.url));

/** Writes what generated files import of React, TanStack Query, RTK Query, Axios, Faker and Angular; `npm run apps` compiles with the libraries themselves. Zod is there itself. */
export function writeQueryCore(folder: string): void {
  for (const [name, types] of libraries) {
    const home = join(folder, "node_modules", name);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "type": "module", "types": "./index.d.ts" }');
    writeFileSync(join(home, "index.d.ts"), types);
  }
  const linked = join(folder, "node_modules/zod");
  if (!existsSync(linked)) symlinkSync(zod, linked, "junction");
}

const libraries: ReadonlyMap<string, string> = new Map([
  [
    "@angular/core",
    `export declare class InjectionToken<T> {
  constructor(name: string);
  readonly of: T;
}
export declare function inject<T>(token: abstract new (...given: never[]) => T): T;
export declare function inject<T>(token: (abstract new (...given: never[]) => T) | InjectionToken<T>, options: { optional: true }): T | null;
export type Provider = object;
type Decorator = (value: unknown, context: unknown) => void;
export declare function Injectable(options?: object): Decorator;
export declare function NgModule(options: object): Decorator;
export interface ModuleWithProviders<T> {
  readonly ngModule: new () => T;
  readonly providers?: readonly unknown[];
}
`,
  ],
  [
    "@angular/common/http",
    `import type { Observable } from "rxjs";
export declare class HttpContext {
  private readonly map;
}
export declare class HttpHeaders {
  keys(): string[];
  get(name: string): string | null;
}
export declare class HttpResponse<T> {
  readonly body: T | null;
  readonly status: number;
  readonly headers: HttpHeaders;
  clone<V>(update: { body?: V | null }): HttpResponse<V>;
}
export type HttpEvent<T> = { readonly type: 0 } | HttpResponse<T>;
interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  context?: HttpContext;
  observe: "events";
  responseType?: "json";
}
export declare class HttpClient {
  request(method: string, url: string, options: Options): Observable<HttpEvent<unknown>>;
}
`,
  ],
  [
    "rxjs",
    `interface Observer<T> {
  next(value: T): void;
  error(error: unknown): void;
  complete(): void;
}
export declare class Observable<T> {
  constructor(subscribe: (subscriber: Observer<T>) => () => void);
  subscribe(observer: Partial<Observer<T>> | ((value: T) => void)): { unsubscribe(): void };
  pipe<R>(operator: (source: Observable<T>) => Observable<R>): Observable<R>;
}
export declare function defer<T>(call: () => PromiseLike<T>): Observable<T>;
`,
  ],
  [
    "rxjs/operators",
    `import type { Observable } from "rxjs";
export declare function map<T, R>(project: (value: T) => R): (source: Observable<T>) => Observable<R>;
`,
  ],
  [
    "axios",
    `export type ResponseType = "arraybuffer" | "blob" | "document" | "json" | "text" | "stream" | "formdata";
export interface AxiosRequestConfig {
  url?: string;
  method?: string;
  baseURL?: string;
  headers?: Record<string, string | number | boolean | null>;
  params?: unknown;
  data?: unknown;
  responseType?: ResponseType;
  cancelToken?: unknown;
  signal?: { readonly aborted: boolean };
}
export interface AxiosResponse<Data = any> {
  data: Data;
  status: number;
  statusText: string;
  headers: object;
  config: AxiosRequestConfig;
}
export interface AxiosInstance {
  readonly defaults: AxiosRequestConfig;
  request<Data = any>(config: AxiosRequestConfig): Promise<AxiosResponse<Data>>;
}
declare const axios: AxiosInstance & { create(config?: AxiosRequestConfig): AxiosInstance };
export default axios;
`,
  ],
  [
    "@reduxjs/toolkit/query",
    `export type FetchBaseQueryError = { status: number; data: unknown } | { status: "FETCH_ERROR"; error: string };
interface Endpoint<Body, Arg> {
  queryFn: (arg: Arg, api: { signal: AbortSignal }) => Promise<{ data: Body } | { error: FetchBaseQueryError }>;
  providesTags?: readonly string[];
  invalidatesTags?: readonly string[];
}
type Hook<Body, Arg> = (arg: Arg) => { data?: Body };
interface Build {
  query<Body, Arg>(endpoint: Endpoint<Body, Arg>): { query: Hook<Body, Arg> };
  mutation<Body, Arg>(endpoint: Endpoint<Body, Arg>): { mutation: Hook<Body, Arg> };
}
type Called<Name extends string, One> = One extends { query: unknown }
  ? \`use\${Capitalize<Name>}Query\` | \`useLazy\${Capitalize<Name>}Query\`
  : \`use\${Capitalize<Name>}Mutation\`;
type Hooks<All> = {
  [Name in keyof All & string as Called<Name, All[Name]>]: All[Name] extends { query: infer Own } | { mutation: infer Own } ? Own : never;
};
export declare function fakeBaseQuery<Failure>(): Failure;
interface Api {
  enhanceEndpoints(options: { addTagTypes: readonly string[] }): Api;
  injectEndpoints<All>(options: { endpoints: (build: Build) => All }): Hooks<All>;
}
export declare function createApi(options: { baseQuery: unknown; endpoints: () => object }): Api;
`,
  ],
  ["@reduxjs/toolkit/query/react", 'export * from "@reduxjs/toolkit/query";\n'],
  [
    "@tanstack/query-core",
    `declare const value: unique symbol;
declare const error: unique symbol;
export declare const skipToken: unique symbol;
export type SkipToken = typeof skipToken;
export interface InfiniteData<Data, Param> {
  readonly pages: Data[];
  readonly pageParams: Param[];
}
export type DataTag<Key, Value, Failure> = Key & { [value]: Value; [error]: Failure };
`,
  ],
  [
    "@faker-js/faker",
    `type Text = () => string;
export declare const faker: {
  seed(seed?: number): number;
  commerce: { department: Text; productName: Text };
  company: { name: Text };
  internet: { domainName: Text; email: Text; ip: Text; url: Text; username: Text };
  location: { city: Text; country: Text; countryCode: Text; state: Text; streetAddress: Text; zipCode: Text };
  lorem: { sentence: Text; slug: Text };
  person: { firstName: Text; fullName: Text; jobTitle: Text; lastName: Text };
  phone: { number: Text };
};
`,
  ],
  [
    "swr",
    `export type Arguments = string | readonly unknown[] | Record<string, unknown> | null | undefined | false;
export type Key = Arguments | (() => Arguments);
export interface SWRConfiguration<Data, Failure> {
  readonly refreshInterval?: number;
  readonly onSuccess?: (data: Data) => void;
  readonly onError?: (error: Failure) => void;
}
export default function useSWR<Data, Failure>(key: Key, fetcher: () => Promise<Data>, options?: SWRConfiguration<Data, Failure>): {
  readonly data: Data | undefined;
  readonly error: Failure | undefined;
};
`,
  ],
  [
    "swr/mutation",
    `export interface SWRMutationConfiguration<Data, Failure, Key, Arg> {
  readonly onSuccess?: (data: Data, key: Key) => void;
  readonly onError?: (error: Failure, key: Key) => void;
  readonly arg?: Arg;
}
export default function useSWRMutation<Data, Failure, Key, Arg>(
  key: Key,
  fetcher: (key: Key, options: { readonly arg: Arg }) => Promise<Data>,
  options?: SWRMutationConfiguration<Data, Failure, Key, Arg>,
): { readonly data: Data | undefined; trigger(arg: Arg): Promise<Data> };
`,
  ],
  [
    "react",
    `export interface Context<T> {
  readonly Provider: (props: { readonly value: T }) => unknown;
}
export declare function createContext<T>(value: T): Context<T>;
export declare function useContext<T>(context: Context<T>): T;
`,
  ],
  [
    "@tanstack/react-query",
    `export { type DataTag, type InfiniteData, type SkipToken, skipToken } from "@tanstack/query-core";
export type QueryKey = readonly unknown[];
export interface InvalidateOptions {
  cancelRefetch?: boolean;
}
export declare class QueryClient {
  invalidateQueries(filter: { queryKey: QueryKey }, options?: InvalidateOptions): Promise<void>;
  prefetchQuery(options: object): Promise<void>;
}
export interface UseSuspenseQueryOptions<Value, Failure, Data> {
  queryKey: readonly unknown[];
  queryFn?: (context: { signal: AbortSignal }) => Value | Promise<Value>;
  select?: (value: Value) => Data;
  failure?: Failure;
}
export interface UseQueryOptions<Value, Failure, Data> extends UseSuspenseQueryOptions<Value, Failure, Data> {
  enabled?: boolean;
  initialData?: Value | undefined;
}
export type DefinedInitialDataOptions<Value, Failure, Data> = Omit<UseQueryOptions<Value, Failure, Data>, "initialData"> & { initialData: Value };
/** With the type arguments that it has before 5.80. */
export interface UseInfiniteQueryOptions<Value, Failure, Data, Found, Key extends QueryKey, Param> {
  found?: Found;
  queryKey: Key;
  queryFn?: () => Value;
  failure?: Failure;
  select?: (data: { pages: Value[] }) => Data;
  initialPageParam: Param;
  getNextPageParam: (value: Value) => Param;
}
export interface UseMutationOptions<Value, Failure, Variables, Result> {
  mutationKey?: readonly unknown[];
  mutationFn?: (variables: Variables) => Promise<Value>;
  onMutate?: (variables: Variables) => Result;
  onError?: (error: Failure, variables: Variables, result: Result | undefined) => void;
}
export interface DefinedUseQueryResult<Data, Failure> {
  readonly data: Data;
  readonly error: Failure | null;
}
export interface UseQueryResult<Data, Failure> {
  readonly data: Data | undefined;
  readonly error: Failure | null;
}
export interface UseSuspenseQueryResult<Data, Failure> extends DefinedUseQueryResult<Data, Failure> {
  readonly status: string;
}
export interface UseInfiniteQueryResult<Data, Failure> extends UseQueryResult<Data, Failure> {
  fetchNextPage(): void;
}
export interface UseMutationResult<Data, Failure, Variables, Result> extends UseQueryResult<Data, Failure> {
  readonly context: Result | undefined;
  mutate(variables: Variables): void;
}
export declare function useQuery(options: object, client?: QueryClient): unknown;
export declare function useSuspenseQuery(options: object, client?: QueryClient): unknown;
export declare function useInfiniteQuery<Value, Failure, Data, Key extends QueryKey, Param>(options: UseInfiniteQueryOptions<Value, Failure, Data, Value, Key, Param>, client?: QueryClient): unknown;
export declare function useMutation(options: object, client?: QueryClient): unknown;
`,
  ],
]);
