import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));

export default {
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: `${cache}vite`,
  publicDir: fileURLToPath(new URL("../node_modules/msw/lib/", import.meta.url)),
  resolve: { alias: { generated: `${cache}pet-store/generated` } },
  build: { outDir: `${cache}pet-store/page`, emptyOutDir: true, copyPublicDir: false },
};
