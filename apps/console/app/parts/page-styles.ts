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
