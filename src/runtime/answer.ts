/** A reply whose handler may leave out the headers that the server sets itself. */
export type Answer<Reply, Set extends string> = Reply extends { headers: infer Headers }
  ? Omit<Reply, "headers"> & HeadersLeft<Headers, Set>
  : Reply;

type HeadersLeft<Headers, Set extends string> =
  Exclude<keyof Headers, Set> extends never
    ? { headers?: Partial<Headers> }
    : { headers: Omit<Headers, Set> & Partial<Pick<Headers, Extract<keyof Headers, Set>>> };
