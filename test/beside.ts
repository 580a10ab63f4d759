const folder = new URL("../../shared/", import.meta.url);

/**
 * A file or folder of the data that may stand beside a checkout, in `../shared`: large suites and real descriptions. Each
 * test that uses it comes here, so that `npm run test:beside` runs just those; where it is missing, they are skipped.
 */
export function beside(path: string): URL {
  return new URL(path, folder);
}
