import type { Plugin } from 'esbuild';

/**
 * Leaves the JSON Schema validator out of the Model Context Protocol library. It would judge what a user answers to a
 * question of the server, and ours asks none; it is a tenth of the function.
 */
export const noSchemaValidator: Plugin = {
  name: 'no-schema-validator',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'no-schema-validator',
    }));
    build.onLoad({ filter: /.*/, namespace: 'no-schema-validator' }, () => ({
      loader: 'js',
      contents: `export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('This server asks its users nothing, so it has no validator for their answers.');
  }
}`,
    }));
  },
};
