import fc from 'fast-check';

type Edit = 'insert' | 'delete' | 'substitute' | 'swap';

const apply: Readonly<Record<Edit, (letters: string[], at: number, by: string) => void>> = {
  insert: (letters, at, by) => letters.splice(at, 0, by),
  delete: (letters, at) => letters.splice(at, 1),
  substitute: (letters, at, by) => letters.splice(at, letters.length === 0 ? 0 : 1, by),
  swap: (letters, at) => at + 1 < letters.length && letters.splice(at, 2, letters[at + 1]!, letters[at]!),
};

export interface EditedPairOptions {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly maxEdits: number;
  readonly letters: string;
  readonly edits?: readonly Edit[];
}

/** A text and what random insertions, deletions, substitutions and swaps made of it: pairs near any limit, on either side. */
export function editedPair(options: EditedPairOptions): fc.Arbitrary<[string, string]> {
  const letter = fc.constantFrom(...options.letters);
  const text = fc
    .array(letter, { minLength: options.minLength ?? 0, maxLength: options.maxLength })
    .map((letters) => letters.join(''));
  const edit = fc.tuple(
    fc.constantFrom(...(options.edits ?? (['insert', 'delete', 'substitute', 'swap'] as const))),
    fc.nat(options.maxLength),
    letter,
  );
  return fc.tuple(text, fc.array(edit, { maxLength: options.maxEdits }), fc.boolean()).map(([from, edits, turned]) => {
    const to = [...from];
    for (const [kind, place, by] of edits) apply[kind](to, to.length === 0 ? 0 : place % to.length, by);
    return turned ? [to.join(''), from] : [from, to.join('')];
  });
}
