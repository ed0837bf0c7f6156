import type { Part, Pin, ReferenceList, ResolverPart, TransformerPart } from '../../rules/document/types.ts';

/** Separates values that are joined and split again. Hardly any data contains it. */
const joint = '¦';

/** A sign that an encoding could not be read: U+FFFD, the same in Latin letters, or question marks for letters. */
export const brokenEncoding = '.*(?:\\x{FFFD}|ï¿½|\\?{3}).*';

/**
 * The parts of the document under construction. Requesting the same part twice creates it once, so that independent
 * makers can share it.
 */
export class DocumentParts {
  readonly transformers: TransformerPart[] = [];
  readonly resolvers: ResolverPart[] = [];
  readonly comparers: Part[] = [];
  readonly tokenizers: Part[] = [];
  readonly matchers: Part[] = [];
  readonly referenceLists: ReferenceList[] = [];
  private readonly made = new Map<string, string>();
  private readonly ids = new Set<string>();
  private readonly nulls: readonly string[];
  private readonly prefix: string;

  /**
   * @param nulls texts that stand for no value in every field
   * @param prefix begins the ids of transformers, resolvers and matchers, so that two documents can become one
   */
  constructor(nulls: readonly string[] = [], prefix = '') {
    this.nulls = [...new Set(nulls.map((text) => text.toLowerCase()))];
    this.prefix = prefix;
  }

  /** The values of a field of the record, in lower case. */
  field(path: string): Pin {
    const values = this.transformer(`${idOf(path)}_FIELD`, 'field', { path, caseSensitive: false }, {}, 'default');
    return this.nulls.length === 0 ? values : this.without(`${idOf(path)}_GIVEN`, 'NO_VALUES', this.nulls, values);
  }

  /** The same in the case in which they are written: ids of some systems differ only by it. */
  fieldAsWritten(path: string): Pin {
    const values = this.fromPins(`${idOf(path)}_AS_WRITTEN`, 'field', { path, caseSensitive: true }, {}, 'default');
    if (this.nulls.length === 0) return values;
    const attributes = { listID: this.list('NO_VALUES', this.nulls), caseSensitive: false };
    return this.step(`${idOf(path)}_AS_WRITTEN_GIVEN`, 'filter', attributes, values);
  }

  fields(read: readonly { readonly field: { readonly name: string } }[]): Pin[] {
    return read.map(({ field }) => this.field(field.name));
  }

  /** Words of several pins, without those whose encoding is broken: their letters are gone. */
  texts(id: string, pins: readonly Pin[]): Pin {
    return this.replaced(`${id}_READABLE`, brokenEncoding, '', this.union(id, pins));
  }

  /** What the values have of a pattern: the first match of each, or all of them. */
  extract(id: string, attributes: { readonly pattern: string; readonly all?: boolean }, from: Pin): Pin {
    return this.step(id, 'regexextract', attributes, from);
  }

  /** The values with each match of a pattern replaced. A value of which nothing is left is no value. */
  replaced(id: string, pattern: string, replacement: string, from: Pin): Pin {
    return this.step(id, 'stringop', { operation: 'replace', pattern, replacement }, from);
  }

  /** Plain values with one letter for ö and oe alike. */
  withoutUmlauts(id: string, from: Pin): Pin {
    return this.replaced(`${id}_WITHOUT_UMLAUTS`, '([aou])e', '$1', from);
  }

  /** The values without those of a reference list, which the document shows by this id. */
  without(id: string, listID: string, values: readonly string[], from: Pin): Pin {
    return this.step(id, 'filter', { listID: this.list(listID, values) }, from);
  }

  /** The values that are in a reference list. */
  within(id: string, listID: string, values: readonly string[], from: Pin): Pin {
    return this.step(id, 'filter', { listID: this.list(listID, values), filterOut: false }, from);
  }

  /** The values with those of the first column of a reference list replaced by the second. */
  mapped(id: string, listID: string, rows: readonly (readonly [from: string, to: string])[], from: Pin): Pin {
    const list = this.part('reference list', listID, 'map', rows, (freeID) =>
      this.referenceLists.push({ id: freeID, meta: { header: [{ type: 'value' }, { type: 'value' }] }, rows }),
    );
    return this.step(id, 'referencelist', { listID: list }, from);
  }

  /** A reference list of one column. */
  private list(id: string, values: readonly string[]): string {
    return this.part('reference list', id, 'value', values, (freeID) =>
      this.referenceLists.push({
        id: freeID,
        meta: { header: [{ type: 'value' }] },
        rows: values.map((value) => [value]),
      }),
    );
  }

  /** A transformer after another one; `inputPin` is its pin that receives the values. */
  step(id: string, type: string, attributes: Attributes, from: Pin, outputPin = 'default', inputPin = 'default'): Pin {
    return this.transformer(id, type, attributes, { [inputPin]: from }, outputPin);
  }

  stringop(id: string, operation: string, from: Pin): Pin {
    return this.step(id, 'stringop', { operation }, from);
  }

  /** The values of all pins as one list. */
  union(id: string, pins: readonly Pin[]): Pin {
    if (pins.length === 1) return pins[0]!;
    return this.step(`${id}_EACH`, 'split', { separator: joint }, this.joined(`${id}_ALL`, pins, joint));
  }

  /** The values of all pins joined into one text, in their order. */
  joined(id: string, pins: readonly Pin[], separator: string, requireAll = false): Pin {
    if (pins.length === 1) return pins[0]!;
    const inputPins = Object.fromEntries(pins.map((pin, index) => [`input${index + 1}`, pin]));
    return this.transformer(id, 'concat', { separator, ...(requireAll && { requireAll }) }, inputPins, 'default');
  }

  /** A transformer with several input pins. */
  fromPins(
    id: string,
    type: string,
    attributes: Attributes,
    inputPins: Readonly<Record<string, Pin>>,
    outputPin: string,
  ): Pin {
    return this.transformer(id, type, attributes, inputPins, outputPin);
  }

  /** The values of a resolver. */
  pinOf(resolverID: string): Pin {
    return this.resolvers.find(({ id }) => id === resolverID)!.inputPin;
  }

  resolver(id: string, inputPin: Pin): string {
    return this.part('resolver', id, '', inputPin, (freeID) => this.resolvers.push({ id: freeID, inputPin }));
  }

  comparer(id: string, type: string, attributes: Attributes): string {
    return this.part('comparer', id, type, attributes, (freeID) =>
      this.comparers.push({ id: freeID, type, attributes }),
    );
  }

  tokenizer(id: string, type: string): string {
    return this.part('tokenizer', id, type, {}, (freeID) => this.tokenizers.push({ id: freeID, type, attributes: {} }));
  }

  matcher(id: string, type: string, attributes: Attributes): string {
    return this.part('matcher', id, type, attributes, (freeID) => this.matchers.push({ id: freeID, type, attributes }));
  }

  /** Matches if the two records share a value. */
  same(id: string, resolverID: string): string {
    return this.matcher(id, 'simple', { resolverID });
  }

  /** The resolver whose values a matcher made by {@link same} compares; undefined for any other matcher. */
  resolverOfSame(matcherID: string): string | undefined {
    const matcher = this.matchers.find(({ id }) => id === matcherID);
    return matcher?.type === 'simple' ? (matcher.attributes['resolverID'] as string) : undefined;
  }

  /** The resolver's values without the common ones. */
  rareResolver(resolverID: string, common: readonly string[]): string {
    const rare = this.without(`${resolverID}_UNCOMMON`, `COMMON_${resolverID}`, common, this.pinOf(resolverID));
    return this.resolver(`${resolverID}_RARE`, rare);
  }

  /** Matches if enough words have a similar word in the other text. */
  words(id: string, resolverID: string, comparerID: string, more: Attributes = {}): string {
    return this.matcher(id, 'token', { resolverID, tokenizerID: this.tokenizer('WORDS', 'word'), comparerID, ...more });
  }

  /** Matches if the whole texts are similar. */
  whole(id: string, resolverID: string, comparerID: string, more: Attributes = {}): string {
    return this.matcher(id, 'token', { resolverID, tokenizerID: this.tokenizer('WHOLE', 'none'), comparerID, ...more });
  }

  private transformer(
    id: string,
    type: string,
    attributes: Attributes,
    inputPins: Readonly<Record<string, Pin>>,
    sourcePin: string,
  ): Pin {
    const sourceID = this.part('transformer', id, type, { attributes, inputPins }, (freeID) =>
      this.transformers.push({ id: freeID, type, attributes, inputPins }),
    );
    return { sourceID, sourcePin };
  }

  private part(list: string, id: string, type: string, content: unknown, make: (freeID: string) => void): string {
    // Transformers with equal content are one part, whatever their ids. Ids of other parts are meaningful to the reader
    // and stay distinct.
    const key = JSON.stringify([list, list === 'transformer' ? '' : id, type, content]);
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const wanted = prefixed.has(list) ? this.prefix + id : id;
    let freeID = wanted;
    for (let n = 2; this.ids.has(`${list} ${freeID}`); n++) freeID = `${wanted}_${n}`;
    this.ids.add(`${list} ${freeID}`);
    this.made.set(key, freeID);
    make(freeID);
    return freeID;
  }
}

/** What reads fields. Comparers and tokenizers of one id are the same in every document. */
const prefixed: ReadonlySet<string> = new Set(['transformer', 'resolver', 'matcher']);

type Attributes = Readonly<Record<string, unknown>>;

/** An id for parts of a field: `addresses.*.city` becomes ADDRESSES_CITY. */
export function idOf(text: string): string {
  const id = text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return id === '' ? 'VALUE' : id.slice(0, 60);
}
