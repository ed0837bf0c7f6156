import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const standIn = 'functions/core/ruleconfig/deferred-schema.ts';

/**
 * Puts schemas that are made when they are needed in the place of zod, for the functions of which no other part needs
 * zod at their start. An import that the stand-in does not have fails the build.
 */
export function deferredSchemas(root: string): Plugin {
  return {
    name: 'deferred-schemas',
    setup(build) {
      build.onResolve({ filter: /^zod$/ }, ({ importer }) =>
        /[/\\]zod\.lazy\.ts$/.test(importer) ? undefined : { path: resolve(root, standIn) },
      );
      build.onEnd(({ warnings }) => ({
        errors: warnings.filter(({ id, location }) => id === 'import-is-undefined' && location?.file !== undefined),
      }));
    },
  };
}
