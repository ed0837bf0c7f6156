import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Sources that parse a text of their own when their only export is called. */
const sources = [
  join('functions', 'api', 'schema', 'service-definitions.ts'),
  join('functions', 'core', 'schema', 'declared-definitions.ts'),
];

/** Parses the service's own GraphQL when it is built: the same for every deployment, and a function starts with it. */
export function parsedDefinitions(root: string): Plugin {
  return {
    name: 'parsed-definitions',
    setup(build) {
      build.onLoad({ filter: /[/\\]\w+-definitions\.ts$/ }, async ({ path }) => {
        if (!sources.some((source) => path === resolve(root, source))) return undefined;
        const exported = Object.entries(
          (await import(pathToFileURL(path).href)) as Readonly<Record<string, () => unknown>>,
        );
        const contents = exported.map(([name, parsed]) => {
          const text = JSON.stringify(parsed());
          // Data in a text is read faster than data in a program.
          return `export const ${name} = () => JSON.parse(${JSON.stringify(text)});`;
        });
        return { contents: contents.join('\n'), loader: 'js' };
      });
    },
  };
}
