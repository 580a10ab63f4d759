/** Frees the connection of a body that is not read. Not awaited: with a cloned body, it never settles. */
export function discard({ body }: Response): void {
  // Bodies of node-fetch are Node streams.
  const stream = body as Partial<ReadableStream & { destroy(): void }> | null;
  stream?.cancel?.().catch(() => undefined);
  stream?.destroy?.();
}
