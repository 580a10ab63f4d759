import type { Bytes, Items } from "../wire/media.js";

/**
 * A reply as a handler gives it: without headers or a body where none are declared. The headers in `Set`
 * can be left out, since the server puts them in. Bytes may also come as a `Blob` or in pieces, which are
 * sent as they come, and items as a list.
 */
export type Answer<Reply, Set extends string = never> = Reply extends { status: unknown }
  ? Flat<Omit<Reply, "headers" | "body"> & HeadersOf<Reply, Set> & ContentOf<Reply> & ExtraHeaders>
  : never;

/** The value that a handler gives, by its name: a function that declares it has its errors where the reply is written. */
export type AnswerOf<Handlers, Name extends keyof Handlers> = Awaited<
  ReturnType<Extract<Handlers[Name], (...given: never) => unknown>>
>;

/** One object in the place of several, so that an error names a member of it at once. */
type Flat<Members> = Members extends infer All ? { [Name in keyof All]: All[Name] } : never;

interface ExtraHeaders {
  /** Headers that the description does not name, such as `Set-Cookie` at a login; also those of a `Response`. */
  readonly extraHeaders?: Readonly<Record<string, string | number | readonly string[]>> | Headers;
}

type HeadersOf<Reply, Set extends string> = Reply extends { headers: infer Headers }
  ? [Extract<keyof Headers, Set>] extends [never]
    ? Pick<Reply, "headers">
    : HeadersLeft<Headers, Set>
  : Declared<Reply, "headers">;

type Declared<Reply, Name extends keyof NotDeclared> = Name extends keyof Reply
  ? Pick<Reply, Name>
  : Pick<NotDeclared, Name>;

/** On one line each, as a compiler shows it with an error. */
interface NotDeclared {
  /** The description declares no header for this status; `extraHeaders` has others. */ headers?: undefined;
  /** The description declares no `content` for this status. */ body?: undefined;
}

type HeadersLeft<Headers, Set extends string> =
  Exclude<keyof Headers, Set> extends never
    ? { headers?: Partial<Headers> }
    : { headers: Flat<Omit<Headers, Set> & Partial<Pick<Headers, Extract<keyof Headers, Set>>>> };

/**
 * The body of the one of some replies that has this status and, where there are several, this media type; that of a range
 * of types only where the type is not named.
 */
export type ReplyBody<Reply, Status extends number, Type extends string> = BodyOf<
  [Named<WithStatus<Reply, Status>, Type>] extends [never]
    ? InRange<WithStatus<Reply, Status>, Type>
    : Named<WithStatus<Reply, Status>, Type>
>;

type BodyOf<Reply> = Reply extends { readonly body: infer Body } ? Body : never;

type WithStatus<Reply, Status> = Reply extends { readonly status: infer Statuses }
  ? [Status] extends [Statuses]
    ? Reply
    : never
  : never;

type Named<Reply, Type> = Reply extends { readonly contentType: infer One }
  ? [One] extends [Type]
    ? Reply
    : never
  : Reply;

type InRange<Reply, Type> = Reply extends { readonly contentType: infer One }
  ? [Type] extends [One]
    ? Reply
    : never
  : Reply;

type ContentOf<Reply> = Reply extends { body: Uint8Array }
  ? { body: Bytes | AsyncIterable<Uint8Array> }
  : Reply extends { body: AsyncIterable<infer Item> }
    ? { body: Items<Item> }
    : Declared<Reply, "body">;
