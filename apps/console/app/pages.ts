import { configuration } from './api/configuration.ts';
import { type View, views } from './place.ts';

/** Views that only some services have. */
const optional: readonly View[] = ['your-data'];

/** The views that this service has: those of a local service are not in a deployment. */
export function viewsHere(): readonly View[] {
  const { pages } = configuration();
  return views.filter((view) => !optional.includes(view) || pages.includes(view));
}
