import type { NameCodec } from "../../wire/names.js";
import type { BodyReader, Incoming } from "../operation.js";

/** Reads a body and converts its members to their names in code. */
export async function naming(
  reply: Incoming,
  names: NameCodec,
  read: BodyReader,
): Promise<unknown> {
  return names.read(await read(reply));
}
