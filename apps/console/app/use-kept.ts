import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const kept = new Map<string, unknown>();

/**
 * State that survives a change of view, until the page is closed.
 *
 * @param name identifies the state
 */
export function useKept<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as Value) : initial));
  const keep = useCallback(
    (next: Value) => {
      kept.set(name, next);
      setValue(next);
    },
    [name],
  );
  return [value, keep];
}
