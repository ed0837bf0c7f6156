import { pageFiles } from '../page-data.ts';

/** Parts of the page that wait for an answer. */
let waiting = 0;

/**
 * Notes that a part of the page waits. When none does any more, the page loads its fonts: until then, they would take the network from
 * what the reader waits for.
 *
 * @returns notes that the part waits no more
 */
export function noteLoading(): () => void {
  waiting += 1;
  return () => {
    waiting -= 1;
    // The next part to wait may be drawn in the same turn.
    setTimeout(() => {
      if (waiting === 0) loadFonts();
    });
  };
}

let isLoaded = false;

function loadFonts(): void {
  if (isLoaded) return;
  isLoaded = true;
  const styles = document.createElement('link');
  styles.rel = 'stylesheet';
  styles.id = 'fonts';
  styles.href = `/console/${pageFiles().fonts}`;
  document.head.append(styles);
}
