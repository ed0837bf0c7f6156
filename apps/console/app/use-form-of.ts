import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

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
