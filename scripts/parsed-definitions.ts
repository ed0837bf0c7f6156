import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const source = join('functions', 'api', 'schema', 'service-definitions.ts');

/** Parses the service's own GraphQL when it is built: the same for every deployment, and a function starts with it. */
export function parsedDefinitions(root: string): Plugin {
  return {
    name: 'parsed-definitions',
    setup(build) {
      build.onLoad({ filter: /[/\\]service-definitions\.ts$/ }, async ({ path }) => {
        if (path !== resolve(root, source)) return undefined;
        const { serviceDefinitions } = await import(pathToFileURL(path).href);
        const text = JSON.stringify(serviceDefinitions());
        // Data in a text is read faster than data in a program.
        return {
          contents: `export const serviceDefinitions = () => JSON.parse(${JSON.stringify(text)});`,
          loader: 'js',
        };
      });
    },
  };
}
