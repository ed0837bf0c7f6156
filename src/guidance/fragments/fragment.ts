import type { Part, Pin, ResolverPart, RuleConfig, TransformerPart } from '../../rules/document/types.ts';

/** Parts of a rule-config that belong together, to be pasted into one. */
export type Fragment = Pick<RuleConfig, 'transformers' | 'resolvers' | 'comparers' | 'tokenizers' | 'matchers'>;

type Attributes = Readonly<Record<string, unknown>>;

/** Texts that people write where there is nothing to write. */
const placeholders = [
  'n/a',
  'na',
  'none',
  'null',
  'nil',
  'unknown',
  'not known',
  'tbd',
  '-',
  '--',
  '?',
  '.',
  'x',
  'xx',
  'xxx',
];

/** Keeps fields of several sources apart where they are one list: no text of a form has a line break. */
const listSeparator = '\n';

/** Collects the parts of a fragment; ids begin with the prefix. */
export class FragmentBuilder {
  readonly #prefix: string;
  readonly #transformers: TransformerPart[] = [];
  readonly #resolvers: ResolverPart[] = [];
  readonly #comparers = new Map<string, Part>();
  readonly #tokenizers = new Map<string, Part>();
  readonly #matchers: Part[] = [];

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Reads one field, in lower case and without placeholders. */
  field(path: string): Pin {
    const id = this.#freeID(`FIELD_${path}`);
    const field = this.#add(id, 'field', { path, caseSensitive: false }, {});
    return this.transform(
      `${id.slice(this.#prefix.length + 1)}_KNOWN`,
      'filter',
      { values: placeholders, filterOut: true },
      field,
    );
  }

  /** The values of all fields as one list. */
  merged(paths: readonly string[]): Pin {
    const pins = paths.map((path) => this.field(path));
    if (pins.length === 1) return pins[0]!;
    const joined = this.#joined('ALL_JOINED', pins, listSeparator);
    return this.transform('ALL', 'split', { separator: listSeparator }, joined);
  }

  /** The values of the fields joined to one text. */
  joined(paths: readonly string[]): Pin {
    const pins = paths.map((path) => this.field(path));
    return pins.length === 1 ? pins[0]! : this.#joined('JOINED', pins, ' ');
  }

  /** Adds a transformer behind a pin; the answer is its output pin. */
  transform(
    id: string,
    type: string,
    attributes: Attributes,
    input: Pin | Readonly<Record<string, Pin>>,
    pin = 'default',
  ): Pin {
    const inputPins = isPin(input) ? { default: input } : input;
    return this.#add(this.#freeID(id), type, attributes, inputPins, pin);
  }

  /** Another output pin of the same transformer. */
  pin(pin: Pin, sourcePin: string): Pin {
    return { sourceID: pin.sourceID, sourcePin };
  }

  resolver(name: string, inputPin: Pin): string {
    const id = `${this.#prefix}_${name}`;
    this.#resolvers.push({ id, inputPin });
    return id;
  }

  /** Two records share a value. */
  same(name: string, resolverID: string): string {
    return this.#matcher(`SAME_${name}`, 'simple', { resolverID });
  }

  /** All tokens of the shorter side find a partner by the comparer. */
  tokens(name: string, resolverID: string, comparer: Part, more: Attributes = {}): string {
    this.#comparers.set(comparer.id, comparer);
    const tokenizer = more['tokenizer'] === 'none' ? wholeText : words;
    this.#tokenizers.set(tokenizer.id, tokenizer);
    const { tokenizer: _tokenizer, ...attributes } = more;
    return this.#matcher(name, 'token', {
      resolverID,
      tokenizerID: tokenizer.id,
      comparerID: comparer.id,
      strategy: 'all',
      min: 1,
      ...attributes,
    });
  }

  build(): Fragment {
    return {
      transformers: this.#transformers,
      resolvers: this.#resolvers,
      comparers: [...this.#comparers.values()],
      tokenizers: [...this.#tokenizers.values()],
      matchers: this.#matchers,
    };
  }

  #joined(id: string, pins: readonly Pin[], separator: string): Pin {
    const inputPins = Object.fromEntries(pins.map((pin, index) => [`input${index + 1}`, pin]));
    return this.#add(this.#freeID(id), 'concat', { separator }, inputPins);
  }

  #matcher(name: string, type: string, attributes: Attributes): string {
    const id = `${this.#prefix}_${name}`;
    this.#matchers.push({ id, type, attributes });
    return id;
  }

  #add(
    id: string,
    type: string,
    attributes: Attributes,
    inputPins: Readonly<Record<string, Pin>>,
    pin = 'default',
  ): Pin {
    this.#transformers.push({ id, type, attributes, inputPins });
    return { sourceID: id, sourcePin: pin };
  }

  #freeID(name: string): string {
    const wanted = `${this.#prefix}_${name}`.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
    const taken = new Set(this.#transformers.map(({ id }) => id));
    let free = wanted;
    for (let count = 2; taken.has(free); count++) free = `${wanted}_${count}`;
    return free;
  }
}

function isPin(input: Pin | Readonly<Record<string, Pin>>): input is Pin {
  return typeof input['sourceID'] === 'string';
}

const words: Part = { id: 'WORDS', type: 'word', attributes: {} };

const wholeText: Part = { id: 'WHOLE_TEXT', type: 'none', attributes: {} };

export const soundsAlike: Part = { id: 'SOUNDS_ALIKE', type: 'phonetic', attributes: { algorithm: 'doubleMetaphone' } };

export const soundsAlikeInGerman: Part = {
  id: 'SOUNDS_ALIKE_IN_GERMAN',
  type: 'phonetic',
  attributes: { algorithm: 'cologne' },
};

export const looksAlike: Part = {
  id: 'LOOKS_ALIKE',
  type: 'similarity',
  attributes: { algorithm: 'jaroWinkler', threshold: 0.88 },
};

export const fewTypos: Part = { id: 'FEW_TYPOS', type: 'dynamicdistance', attributes: {} };

export const sameOrSwappedDate: Part = {
  id: 'SAME_OR_SWAPPED_DATE',
  type: 'date',
  attributes: { toleranceDays: 0, swappedDayMonth: true },
};

/** What is known besides the kind. */
export interface KindContext {
  readonly fields: readonly string[];
  /** ISO 3166 code of two letters. */
  readonly country?: string | undefined;
  /** Of the United States, for driver's licences. */
  readonly state?: string | undefined;
}

/** A kind of value that records have, and how it is read and compared. One entry of the registry. */
export interface Kind {
  readonly name: string;
  /** What a call without a prefix begins its ids with. */
  readonly prefix: string;
  /** How many fields make sense. */
  readonly maxFields: number;
  /** Adds the parts. */
  add(builder: FragmentBuilder, context: KindContext): void;
  /** Made-up or reserved values of the fields, to show what becomes of them. */
  examples(context: KindContext): readonly Readonly<Record<string, string>>[];
  /** What to know when writing rules with it. */
  readonly advice: readonly string[];
}

/** The field whose name has one of the words, and the others. */
export function fieldNamed(fields: readonly string[], pattern: RegExp): string | undefined {
  return fields.find((field) => pattern.test(wordsOf(field)));
}

/** `dateOfBirth`, `date_of_birth` and `contact.dateOfBirth` have the words date, of, birth. */
function wordsOf(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
