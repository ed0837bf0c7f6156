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

/**
 * A form whose default values come from the address. When the address changes, the fields get new values but stay in
 * place, and the focus does not move.
 *
 * @param asked identifies the address
 */
export function useFormOf(asked: string): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked stands for the defaults
  useLayoutEffect(() => form.current?.reset(), [asked]);
  return form;
}
