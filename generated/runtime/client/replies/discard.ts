/** Frees the connection of a body that is not read. Not waited for: a body that was cloned never ends it. */
export function discard({ body }: Response): void {
  // Those of node-fetch are streams of Node.
  const stream = body as Partial<ReadableStream & { destroy(): void }> | null;
  stream?.cancel?.().catch(() => undefined);
  stream?.destroy?.();
}
