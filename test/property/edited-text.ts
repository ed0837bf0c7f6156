import fc from 'fast-check';

export interface EditedPairOptions {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly maxEdits: number;
  readonly letters: string;
  readonly edits?: readonly ('insert' | 'delete' | 'substitute' | 'swap')[];
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
    for (const [kind, place, by] of edits) {
      const at = to.length === 0 ? 0 : place % to.length;
      if (kind === 'insert') to.splice(at, 0, by);
      else if (kind === 'delete') to.splice(at, 1);
      else if (kind === 'substitute') to.splice(at, to.length === 0 ? 0 : 1, by);
      else if (at + 1 < to.length) to.splice(at, 2, to[at + 1]!, to[at]!);
    }
    return turned ? [to.join(''), from] : [from, to.join('')];
  });
}
