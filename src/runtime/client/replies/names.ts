import type { NameCodec } from "../../wire/names.js";
import type { BodyReader, Incoming } from "../operation.js";

/** Reads a body, which then has the names of code. */
export async function naming(
  reply: Incoming,
  names: NameCodec,
  read: BodyReader,
): Promise<unknown> {
  return names.read(await read(reply));
}
