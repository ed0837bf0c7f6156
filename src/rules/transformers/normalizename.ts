import * as z from 'zod/mini';
import { normalForm } from '../../text/normal-form.ts';
import { joinedParticles, particleWords } from './data/name-words.ts';
import { nicknameLines } from './data/nicknames.ts';
import { defaultInput, defaultOutput, eachValueToMany } from './default-pin.ts';
import { latin, readName } from './name-text.ts';
import { defineTransformer } from './transformer.ts';

const canonicalNames: ReadonlyMap<string, readonly string[]> = (() => {
  const names = new Map<string, string[]>();
  const lines = nicknameLines.trim().split('\n');
  const canonicals = new Set(lines.map((line) => line.slice(0, line.indexOf(':'))));
  const add = (variant: string, canonical: string) => {
    const known = names.get(variant);
    if (known === undefined) names.set(variant, [canonical]);
    else if (!known.includes(canonical)) known.push(canonical);
  };
  for (const line of lines) {
    const [canonical = '', variants = ''] = line.split(':');
    // A name that stands for itself and for others ("andrea") lists itself first.
    for (const variant of variants.trim().split(' ')) {
      if (canonicals.has(variant)) add(variant, variant);
      add(variant, canonical);
    }
  }
  return names;
})();

/**
 * Returns the given names that a short form or spelling stands for: bill → william, pat → patricia and patrick.
 * Undefined for a name that stands only for itself. The name must be in lower case without diacritics.
 */
function canonicalGivenNames(name: string): readonly string[] | undefined {
  return canonicalNames.get(name);
}

const attributes = z.object({
  part: z
    ._default(z.enum(['full', 'given', 'family']), 'full')
    .check(
      z.describe(
        'What the values are: full names (the default; "Family, Given" is turned round), given names, or family names.',
      ),
    ),
  nicknames: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True maps short forms to the given names that they stand for (bill → william; pat → patricia and patrick: two values). Default false.',
      ),
    ),
  suffixes: z
    ._default(z.enum(['remove', 'keep']), 'remove')
    .check(
      z.describe('Generations (Jr, Sr, II, III, IV): remove (the default), or keep them in one spelling at the end.'),
    ),
  particles: z
    ._default(z.enum(['keep', 'remove']), 'keep')
    .check(z.describe('Words such as von, de la, bin: keep (the default) or remove them.')),
  transliterate: z
    ._default(z.boolean(), true)
    .check(
      z.describe('True (the default) writes every script in Latin letters; false keeps other scripts as they are.'),
    ),
});

/** The maximum number of variants of one name. */
const maximalMeanings = 6;
/** A longer text is not a name, and cutting it into words would be expensive. */
const maximalLength = 500;

export const normalizename = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizename',
  summary:
    'Writes a personal name in one form: lower case, no diacritics, no titles and degrees, Mc and O’ joined. Resolves short forms on request.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile({ part, nicknames, suffixes, particles, transliterate }) {
    const toKey = transliterate ? latin : (text: string) => normalForm(text, 'NFC').toLowerCase();
    return eachValueToMany((value, note) => {
      if (value.length > maximalLength) {
        note?.(`a text of ${value.length} characters is no name`);
        return [];
      }
      const { words, suffix } = readName(value);
      const keys = joinParticles(words.flatMap((word) => splitWord(toKey(word))));
      const kept = particles === 'keep' || keys.length < 2 ? keys : withoutParticles(keys);
      if (kept.length === 0) {
        note?.(`"${value}" has no letters`);
        return [];
      }
      const ending = suffixes === 'keep' && suffix !== '' ? ` ${suffix}` : '';
      if (!nicknames || part === 'family') return [kept.join(' ') + ending];
      // The last word of a full name is a family name; Jack is a given name and a surname.
      const givenWords = part === 'given' ? kept.length : Math.max(1, kept.length - 1);
      return meanings(kept, givenWords).map((name) => name + ending);
    });
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ["Dr. Séamus O'Brien, Jr.", 'MC DONALD, Mary-Ann', 'Александр Пушкин'] },
      outputs: { default: ['seamus obrien', 'mary ann mcdonald', 'aleksandr pushkin'] },
    },
    {
      attributes: { nicknames: true },
      inputs: { default: ['Bill Gates', 'Pat Lee'] },
      outputs: { default: ['william gates', 'patricia lee', 'patrick lee'] },
    },
    {
      attributes: { part: 'family', particles: 'remove' },
      inputs: { default: ['von der Leyen'] },
      outputs: { default: ['leyen'] },
    },
  ],
});

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u;

/** A key without apostrophes and points, cut at hyphens and other signs. */
function splitWord(key: string): string[] {
  if (/^[a-z]+$/.test(key)) return [key];
  return key
    .replace(/['’`´ʼʹ]/g, '')
    .split(betweenWords)
    .filter((word) => word !== '');
}

/**
 * Mc Donald → mcdonald. Joins a single O or D only to a longer word after it, because at the end it may be an initial.
 */
function joinParticles(keys: string[]): string[] {
  let output = keys;
  for (let i = keys.length - 2; i >= 0; i--) {
    // The first of several words may be an initial (O. Henry), unless it can only be a prefix.
    if (!joinedParticles.has(keys[i]!) || (i === 0 && keys[i]!.length === 1 && keys.length > 1 && keys.length !== 2))
      continue;
    if (keys[i]!.length === 1 && keys[i + 1]!.length < 3) continue;
    if (output === keys) output = [...keys];
    output.splice(i, 2, keys[i]! + output[i + 1]!);
  }
  return output;
}

function withoutParticles(keys: readonly string[]): string[] {
  // A single letter is an initial rather than the Spanish y or the Portuguese e.
  const kept = keys.filter((key, index) => index === keys.length - 1 || key.length === 1 || !particleWords.has(key));
  return kept.length === 0 ? [...keys] : kept;
}

/** Returns every combination of the names that the first words can stand for. */
function meanings(words: readonly string[], givenWords: number): string[] {
  let names = [''];
  words.forEach((word, index) => {
    const all = (index < givenWords ? canonicalGivenNames(word) : undefined) ?? [word];
    const usable = names.length * all.length > maximalMeanings ? all.slice(0, 1) : all;
    names = names.flatMap((name) => usable.map((meaning) => (name === '' ? meaning : `${name} ${meaning}`)));
  });
  return names;
}
