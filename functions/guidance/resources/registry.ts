import { pages } from '../docs-index.generated.ts';
import type { Resource } from './resource.ts';

/** Where the pages of the documentation begin. */
export const docsAddress = 'docs://entity-data/';

/** Every page of the documentation, under its path. */
export const resources: readonly Resource[] = pages.map((page) => ({
  uri: `${docsAddress}${page.path}`,
  name: page.path,
  title: page.title,
  description: page.summary,
  mimeType: page.path.endsWith('.json') ? 'application/schema+json' : 'text/markdown',
  text: () => page.text,
}));
