import { useCallback, useState } from 'react';

const kept = new Map<string, unknown>();

/**
 * State that stays as long as the page does, whatever view is open meanwhile.
 *
 * @param name tells one state from another
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
