import { pageFiles } from '../page-data.ts';
import type { View } from '../place.ts';

/** True when the styles of the views were loaded, or cannot be: then the page goes on without them. */
export const areStylesThere = (): boolean => isOver || pageStyles()?.sheet != null;

/** Calls back when the styles were loaded, or cannot be. */
export function onStyles(listener: () => void): () => void {
  const end = ({ target }: Event) => {
    if (target !== pageStyles()) return;
    isOver = true;
    listener();
  };
  // These events do not bubble.
  for (const name of ['load', 'error']) document.addEventListener(name, end, true);
  return () => {
    for (const name of ['load', 'error']) document.removeEventListener(name, end, true);
  };
}

let isOver = false;

/** The style sheet that the first script adds to the page. */
const pageStyles = () => document.querySelector<HTMLLinkElement>('#styles');

/** Views whose styles are in the last style sheet, with the fonts. */
const laterViews: ReadonlySet<View> = new Set(['rules', 'statistics', 'metrics', 'your-data']);

/** Parts of the page that wait for an answer. */
let waiting = 0;

/**
 * Notes that a part of the page waits. When none does any more, the page loads its last style sheet: until then, that would take the
 * network from what the reader waits for.
 *
 * @returns notes that the part waits no more
 */
export function noteLoading(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    // The next part to wait may be drawn in the same turn.
    setTimeout(() => {
      if (waiting === 0) loadLastStyles();
    });
  };
}

/** Loads the last style sheet at once if the view needs it. */
export function loadStylesOf(view: View): void {
  if (laterViews.has(view)) loadLastStyles();
}

let isLoaded = false;

function loadLastStyles(): void {
  if (isLoaded) return;
  isLoaded = true;
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.id = 'last-styles';
  styles.href = `/console/${pageFiles().lastStyles}`;
  document.head.append(styles);
}
