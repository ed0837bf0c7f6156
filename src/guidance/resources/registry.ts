import { pages } from '../docs/documentation.ts';

/** A text that a client may read. */
export interface Resource {
  readonly uri: string;
  /** For programs; unique. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  text(): string;
}

/** Where the pages of the documentation begin. */
export const docsAddress = 'docs://entity-data/';

let resources: ReadonlyMap<string, Resource> | undefined;

/** Every page of the documentation, by its address. Built on first use, because few clients read pages. */
export function readResources(): ReadonlyMap<string, Resource> {
  resources ??= new Map(
    pages.map((page) => {
      const uri = `${docsAddress}${page.path}`;
      const mimeType = page.path.endsWith('.json') ? 'application/schema+json' : 'text/markdown';
      const { title, summary: description } = page;
      return [uri, { uri, name: page.path, title, description, mimeType, text: () => page.text }];
    }),
  );
  return resources;
}
