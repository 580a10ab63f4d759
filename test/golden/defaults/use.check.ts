import type { ChangeOwnerReceived, ImportPetReceived, SetOwnerReceived } from "./types.js";

/** What a default fills in is there, for each media type by what is said of its own. */
export function statusOf(request: ImportPetReceived): string {
  switch (request.contentType) {
    case "application/json":
      return request.body.status + request.body.tags.join();
    case "application/x-www-form-urlencoded":
      return request.body.kind;
    case "text/csv":
      return request.body;
    case undefined:
      return "";
  }
}

/** A body that may be null still is. */
export const noOwner: SetOwnerReceived = { body: null };

export function countryOf({ body }: SetOwnerReceived): string {
  return body === null ? "" : body.country;
}

/** One of another type is what it was. */
export const owner: ChangeOwnerReceived = { body: "Ann" };
