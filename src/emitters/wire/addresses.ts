import type { ApiModel, Operation, Server } from "../../model/types.js";

/** The address of an operation that has a server of its own, without a slash at its end; it may be only a path. */
export function ownAddress({ servers }: Operation, model: ApiModel): string | undefined {
  const own = addressIn(servers);
  const isElsewhere = /^(https?:\/)?\//i.test(own) && own !== addressIn(model.servers);
  return isElsewhere ? own.replace(/(?<!\/)\/+$/, "") : undefined;
}

/** The address of the first server, with the defaults of its variables; empty where there is none. */
export function addressIn([first]: readonly Server[]): string {
  return (first?.url ?? [])
    .map((part) => (typeof part === "string" ? part : part.default))
    .join("");
}
