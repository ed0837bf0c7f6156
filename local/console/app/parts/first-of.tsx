import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FirstOfProps<Item> {
  readonly items: readonly Item[];
  /** What they are called. */
  readonly name: string;
  /** So many are shown before anybody has asked for more: a page stays short and fast. */
  readonly first: number;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The first of many, and the others on demand. */
export function FirstOf<Item>({ items, name, first, children }: FirstOfProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone then; the keyboard goes on from the list.
  useEffect(() => {
    if (isWhole) list.current?.focus({ preventScroll: true });
  }, [isWhole]);
  return (
    <>
      <div ref={list} tabIndex={-1}>
        {children(isWhole ? items : items.slice(0, first))}
      </div>
      {!isWhole && items.length > first && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {items.length.toLocaleString('en')} {name}
        </button>
      )}
    </>
  );
}
