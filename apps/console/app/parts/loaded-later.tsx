import { type ComponentType, lazy } from 'react';
import { Problems } from './problems.tsx';

/** A view in a script of its own, which is loaded when the view is first shown. Says so if it cannot be loaded. */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch {
      return { default: NotLoaded };
    }
  });
}

/** Browsers request a script that failed again only when the page is reloaded. */
const NotLoaded = () => (
  <Problems
    problems={[
      {
        message: 'The view could not be loaded.',
        hint: 'Check that the service is running, then reload the page.',
      },
    ]}
  />
);
