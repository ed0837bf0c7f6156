import { configuration } from './api/configuration.ts';
import { type View, views } from './place.ts';

/** The pages that this service has. */
export interface Pages {
  readonly views: readonly View[];
  readonly hasGraphiql: boolean;
}

/** Views that only some services have. */
const optional: readonly View[] = ['your-data'];

/** Leaves out the pages of a local service in a deployment, which has none of them. */
export function pagesHere(): Pages {
  const { pages } = configuration();
  return {
    views: views.filter((view) => !optional.includes(view) || pages.includes(view)),
    hasGraphiql: pages.includes('graphiql'),
  };
}
