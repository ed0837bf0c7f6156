import * as z from 'zod/mini';
import { isAscii } from '../../text/normal-form.ts';
import { companyAbbreviations, leadingLegalForms, legalFormLines } from './data/legal-forms.ts';
import { defaultInput, type Note, noValues } from './default-pin.ts';
import { latin } from './name-text.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  legalForms: z
    ._default(z.enum(['remove', 'normalize', 'keep']), 'remove')
    .check(
      z.describe(
        'Legal forms such as Ltd, GmbH or Sp. z o.o.: remove them from the name (the default), write them in one spelling, or keep them as they are.',
      ),
    ),
  abbreviations: z
    ._default(z.boolean(), true)
    .check(z.describe('True (the default) writes usual short forms out: Intl → international, Mfg → manufacturing.')),
});

const outputPins = ['default', 'legalForm'];
const none = [noValues, noValues];
/** A longer text is not a name. */
const maximalLength = 1000;

export const normalizecompany = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizecompany',
  summary:
    'Writes a company name in one form: lower case, no punctuation. Separates legal forms of some thirty countries; “A dba B” yields both names.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => outputPins,
  compile({ legalForms, abbreviations }) {
    const write = ({ words, allWords, forms }: Company): string => {
      const kept = legalForms === 'keep' ? allWords : words;
      const written = abbreviations ? kept.map((word) => writtenOut.get(word) ?? word) : kept;
      const name = written.join(' ');
      return legalForms === 'normalize' && forms.length > 0 ? `${name} ${forms.join(' ')}` : name;
    };

    return (inputs, _record, note) => {
      const values = inputs[0] ?? noValues;
      if (values.length === 0) return none;
      const names: string[] = [];
      const forms: string[] = [];
      for (const value of values) {
        for (const company of readCompanies(value, note)) {
          names.push(write(company));
          if (company.forms.length > 0) forms.push(company.forms.join(' '));
        }
      }
      return [names, forms];
    };
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ['The Acme Corp.', 'Müller & Söhne GmbH & Co. KG', 'ООО «Ромашка»'] },
      outputs: {
        default: ['acme', 'muller and sohne', 'romashka'],
        legalForm: ['corp', 'gmbh co kg', 'ooo'],
      },
    },
    {
      attributes: { legalForms: 'normalize' },
      inputs: { default: ['Acme Intl. Limited', 'Smith Holdings L.L.C. d/b/a Roadrunner'] },
      outputs: {
        default: ['acme international ltd', 'smith holdings llc', 'roadrunner'],
        legalForm: ['ltd', 'llc'],
      },
    },
  ],
});

/** Separators between two names of one company. */
const otherName =
  /\s+(?:d\s?[./]?\s?b\s?[./]?\s?a|t\s?\/\s?a|f\s?\/?\s?k\s?\/?\s?a|a\s?\/\s?k\s?\/\s?a|trading as|doing business as|formerly known as|also known as)\b\.?:?\s+/i;

/** Legal forms that are written without a space before or after the name. */
const eastAsianForms = /株式会社|合同会社|有限会社|有限责任公司|有限責任公司|有限公司|주식회사|\(주\)/g;

const writtenOut: ReadonlyMap<string, string> = new Map(Object.entries(companyAbbreviations));

interface LegalForms {
  /** Maps the written form, with words joined by one space, to the canonical form. */
  readonly canonical: ReadonlyMap<string, string>;
  /** Per word, the number of words of the longest form that ends, or begins, with it. Most words end no form. */
  readonly longestEndingWith: ReadonlyMap<string, number>;
  readonly longestBeginningWith: ReadonlyMap<string, number>;
}

let readForms: LegalForms | undefined;

/**
 * Built for the first company name: most functions start without one, and building the forms of all scripts is slow.
 */
function knownForms(): LegalForms {
  readForms ??= readLegalForms();
  return readForms;
}

function readLegalForms(): LegalForms {
  const canonical = new Map(
    legalFormLines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [name = '', written = ''] = line.split(':');
        return [name, ...written.split('|')].map((form): [string, string] => [keyWords(form).join(' '), name]);
      }),
  );
  return {
    canonical,
    longestEndingWith: longestBy(canonical, (words) => words.at(-1)!),
    longestBeginningWith: longestBy(canonical, (words) => words[0]!),
  };
}

function longestBy(
  canonicalForms: ReadonlyMap<string, string>,
  wordOf: (words: readonly string[]) => string,
): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const form of canonicalForms.keys()) {
    const words = form.split(' ');
    longest.set(wordOf(words), Math.max(words.length, longest.get(wordOf(words)) ?? 0));
  }
  return longest;
}

interface Company {
  /** Without legal forms and a leading article. */
  readonly words: readonly string[];
  readonly allWords: readonly string[];
  /** Canonical, in the order of the name. */
  readonly forms: readonly string[];
}

/** Reads the names of a text: "A dba B" has two. */
function readCompanies(text: string, note: Note): Company[] {
  if (text.length > maximalLength) {
    note?.(`a text of ${text.length} characters is no company name`);
    return [];
  }
  const companies: Company[] = [];
  for (const name of text.split(otherName)) {
    const company = readCompany(name);
    if (company === undefined) note?.(`"${name}" has no letters or digits`);
    else companies.push(company);
  }
  return companies;
}

function readCompany(text: string): Company | undefined {
  const all = keyWords(text);
  if (all.length === 0) return undefined;
  let words = all[0] === 'the' && all.length > 1 ? all.slice(1) : all;
  const allWords = words;
  const forms: string[] = [];
  for (;;) {
    const found = formAtEnd(words);
    if (found === undefined) break;
    forms.unshift(found.form);
    words = words.slice(0, words.length - found.length);
    // "Smith and Co": the conjunction is removed with the form.
    while (words.length > 1 && joining.has(words.at(-1)!)) words = words.slice(0, -1);
  }
  const leading = formAtStart(words);
  if (leading !== undefined) {
    forms.unshift(leading.form);
    words = words.slice(leading.length);
  }
  return { words, allWords, forms };
}

const joining = new Set(['and', 'und', 'et', 'y', 'e', 'u', 'i', 'og', 'och']);

/** Finds the longest legal form at the end of the words; at least one word remains a name. */
function formAtEnd(words: readonly string[]): { form: string; length: number } | undefined {
  const { canonical, longestEndingWith } = knownForms();
  const longest = longestEndingWith.get(words.at(-1)!) ?? 0;
  for (let length = Math.min(longest, words.length - 1); length > 0; length--) {
    const form = canonical.get(words.slice(words.length - length).join(' '));
    if (form !== undefined) return { form, length };
  }
  return undefined;
}

function formAtStart(words: readonly string[]): { form: string; length: number } | undefined {
  const { canonical, longestBeginningWith } = knownForms();
  const longest = longestBeginningWith.get(words[0]!) ?? 0;
  for (let length = Math.min(longest, words.length - 1); length > 0; length--) {
    const form = canonical.get(words.slice(0, length).join(' '));
    if (form !== undefined && leadingLegalForms.has(form)) return { form, length };
  }
  return undefined;
}

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * Returns Latin words in lower case. Removes points and apostrophes (S.A. → sa, Macy's → macys); other signs separate
 * words.
 */
function keyWords(text: string): string[] {
  const spaced = text.replace(/[&+]/g, ' and ');
  if (isAscii(spaced)) return cutWords(spaced.toLowerCase(), /[^a-z0-9]+/);
  return cutWords(latin(spaced.replace(eastAsianForms, ' $& ')), betweenWords);
}

function cutWords(lower: string, between: RegExp): string[] {
  let text = lower;
  if (text.includes('.')) {
    text = text.replace(/(?<![a-z0-9])(?:[a-z]\.\s?)+[a-z](?![a-z0-9])\.?/g, (letters) =>
      letters.replace(/[.\s]/g, ''),
    );
  }
  const words = text.replace(/['’`´ʼ]/g, '').split(between);
  return words.includes('') ? words.filter((word) => word !== '') : words;
}
