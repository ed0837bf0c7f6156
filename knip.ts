import type { KnipConfig } from 'knip';

/** `npm run lint` reports files, exports and packages that nothing uses. */
export default {
  project: ['{apps,bench,functions,scripts,src,test}/**/*.{ts,tsx,js,mjs,css}'],
  entry: [
    'apps/cli/entity-data.ts',
    // What bundles are made of.
    'apps/console/app/{first.ts,main.tsx,sign-in/start.ts,styles/{first,last}.css}',
    'functions/*/handler.ts',
    // Programs of threads and processes.
    'apps/cli/your-data/worker.ts',
    'bench/cold-start/start.mjs',
    'functions/guidance/workers/tool-worker.ts',
    'src/store/embedded/checkpoint-thread.ts',
    'test/**/*-{process,worker}.{ts,mjs}',
    // Stands in for a package of the AWS SDK in the archives.
    'src/runtime/aws/environment-credentials.ts',
    // What `npm run docs` and pages of the documentation run.
    'scripts/{columns-schema,graphql-docs,rule-config-reference,rule-config-schema}.ts',
    'bench/rules/changed-partition.ts',
  ],
  jest: { config: ['jest.config.js', 'jest.release.config.js'] },
  // The console is written for React and bundled with Preact.
  paths: {
    react: ['./node_modules/preact/compat/dist/compat.mjs'],
    'react-dom/client': ['./node_modules/preact/compat/dist/compat.mjs'],
  },
  compilers: {
    css: (text: string) => [...text.matchAll(/^@import .*;$/gm)].join('\n').replaceAll('@import', 'import'),
  },
  // Programs of the machine, such as terraform.
  exclude: ['binaries'],
  treatConfigHintsAsErrors: true,
} satisfies KnipConfig;
