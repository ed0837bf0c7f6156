import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A form that shows what an address asks for, in the defaults of its fields. Another address fills them in anew; the
 * fields stay, and the keyboard where it is.
 *
 * @param asked tells one address from another
 */
export function useFormOf(asked: string): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked stands for the defaults
  useLayoutEffect(() => form.current?.reset(), [asked]);
  return form;
}
