import type { FieldKind } from './field-kind.ts';
import { kindVocabulary } from './kind-vocabulary.ts';

/** The kind that the words of a name state, or undefined if they are in no vocabulary. */
export function kindOfName(words: readonly string[]): FieldKind | undefined {
  const spaced = words.join(' ');
  const compact = words.join('');
  // The last two words name the value itself. The words before them are a qualifier or a path.
  const tail = words.slice(-2).join(' ');
  const fits = (text: string): FieldKind | undefined => kindVocabulary.find(([, pattern]) => pattern.test(text))?.[0];
  return fits(spaced) ?? fits(compact) ?? fits(tail);
}
