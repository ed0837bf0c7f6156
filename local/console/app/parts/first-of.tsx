import { type ReactNode, useState } from 'react';

interface FirstOfProps<Item> {
  readonly items: readonly Item[];
  /** What they are called. */
  readonly name: string;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** More than this makes a page slow before anybody has asked for it. */
const first = 200;

/** The first of many, and the others on demand. */
export function FirstOf<Item>({ items, name, children }: FirstOfProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {children(isWhole ? items : items.slice(0, first))}
      {!isWhole && items.length > first && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show all {items.length.toLocaleString('en')} {name}
        </button>
      )}
    </>
  );
}
