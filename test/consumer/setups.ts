import type { Version } from "./compilers.js";

/** The part of a `tsconfig.json` that decides what compiles, as projects of a kind have it. */
export interface Setup {
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Those that know the options; all when left out. */
  readonly versions?: readonly Version[];
  /** What does not compile there. */
  readonly exclude?: readonly string[];
  /** Whether servers compile there, too. */
  readonly hasServers?: boolean;
}

const bundled = {
  module: "esnext",
  moduleResolution: "bundler",
  isolatedModules: true,
  strict: true,
};

/** Where types, validators, client and mocks compile. */
export const clientSetups: readonly Setup[] = [
  {
    title: "the floor",
    options: { ...bundled, target: "es2020", lib: ["es2020", "dom"] },
  },
  {
    title: "Next.js",
    options: {
      ...bundled,
      target: "es2017",
      lib: ["dom", "dom.iterable", "esnext"],
      allowJs: true,
      esModuleInterop: true,
      resolveJsonModule: true,
      jsx: "preserve",
    },
  },
  {
    title: "Create React App",
    options: {
      ...bundled,
      target: "es5",
      lib: ["dom", "dom.iterable", "esnext"],
      moduleResolution: "node",
      noFallthroughCasesInSwitch: true,
      esModuleInterop: true,
      jsx: "react-jsx",
    },
    versions: ["5.4", "5.9"],
    // Mocks, and the server that each of them is.
    exclude: ["*/mocks.ts", "*/server.ts", "*/webhooks.ts", "runtime/mocks", "runtime/server"],
  },
  {
    title: "Vite 4",
    options: {
      ...bundled,
      target: "es2020",
      lib: ["es2020", "dom", "dom.iterable"],
      useDefineForClassFields: true,
      allowImportingTsExtensions: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noFallthroughCasesInSwitch: true,
    },
  },
  {
    title: "Vite 8",
    options: {
      ...bundled,
      target: "es2023",
      lib: ["es2023", "dom"],
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedSideEffectImports: true,
    },
    versions: ["5.9", "7"],
  },
  {
    title: "Expo",
    options: { ...bundled, module: "preserve", target: "esnext", lib: ["dom", "esnext"] },
  },
  {
    title: "Angular",
    options: {
      ...bundled,
      target: "es2022",
      lib: ["es2022", "dom"],
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitReturns: true,
      noFallthroughCasesInSwitch: true,
      experimentalDecorators: true,
    },
  },
  {
    title: "NestJS 10, CommonJS",
    options: {
      module: "commonjs",
      moduleResolution: "node",
      target: "es2021",
      declaration: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      strictNullChecks: true,
      noImplicitAny: false,
      forceConsistentCasingInFileNames: true,
    },
    versions: ["5.4", "5.9"],
    hasServers: true,
  },
  {
    title: "NestJS 9, CommonJS, not strict",
    options: {
      module: "commonjs",
      moduleResolution: "node",
      target: "es2020",
      declaration: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      strictNullChecks: false,
      noImplicitAny: false,
    },
    versions: ["5.4", "5.9"],
    hasServers: true,
  },
  {
    title: "Node, not strict",
    options: { module: "nodenext", target: "es2022", strict: false },
  },
  {
    title: "the strictest",
    options: {
      module: "nodenext",
      target: "es2022",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      noImplicitReturns: true,
      noImplicitOverride: true,
      noFallthroughCasesInSwitch: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      allowUnusedLabels: false,
      allowUnreachableCode: false,
      isolatedModules: true,
    },
  },
];
