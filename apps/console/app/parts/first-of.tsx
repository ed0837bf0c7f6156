import { type ReactNode, useEffect, useRef, useState } from 'react';

interface FirstOfProps<Item> {
  readonly items: readonly Item[];
  /** Name of the items, in the plural. */
  readonly name: string;
  /** Number of items shown at first, which keeps the page short and fast. */
  readonly first: number;
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The first of many items, and a button that shows all. */
export function FirstOf<Item>({ items, name, first, children }: FirstOfProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The focused button disappears, so the focus moves to the list.
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
