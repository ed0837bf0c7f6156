import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { Matcher } from '../../rules/matchers/matcher.ts';
import { transformers } from '../../rules/transformers/registry.ts';
import type { RecordPayload, ResolvedValues } from '../../rules/types.ts';
import type { DocumentParts } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';

/** A record without a value of the evidence, on either side. */
const MISSING = 0;
/** The most levels whose result is kept; later ones are computed again. */
const mostKept = 4_000_000;
/** Two numbers of values below this make one safe integer. */
const keyBase = 2 ** 26;

interface Item {
  readonly matchers: readonly Matcher[];
  /** Positions of the resolvers that the matchers read. */
  readonly resolvers: readonly number[];
  /** Number of each distinct combination of values. */
  readonly numbers: Map<string, number>;
  /** A record that has the values of this number. */
  readonly holders: number[];
  /** Level by the two numbers. */
  readonly known: Map<number, number>;
}

/**
 * Compares the records of a sample by the matchers that the designed rules will use, so that what is learned is what
 * the rules do. A level is {@link MISSING}, the position of the first satisfied matcher plus 1, or one more than their
 * number if both records have a value and no matcher is satisfied.
 */
export class Judge {
  readonly records: ResolvedValues[] = [];
  /** The number of levels of each item without {@link MISSING}. */
  readonly levels: readonly number[];
  private readonly items: readonly Item[];
  private readonly matchers: ReadonlyMap<string, Matcher>;
  private readonly run: (record: RecordPayload) => ResolvedValues;
  /** Per record and item, the number of its values; 0 for a missing value. */
  private readonly values: Int32Array[] = [];

  constructor(parts: DocumentParts, evidence: readonly Evidence[], keyMatcherIDs: Iterable<string> = []) {
    const ids = [...new Set([...evidence.flatMap(({ levels }) => levels.map(([id]) => id)), ...keyMatcherIDs])];
    const compiled = compileRuleConfig({
      transformers: parts.transformers.map((part) => ({
        ...part,
        attributes: transformers.get(part.type)!.attributes.parse(part.attributes) as Readonly<Record<string, unknown>>,
      })),
      resolvers: parts.resolvers,
      comparers: parts.comparers,
      tokenizers: parts.tokenizers,
      matchers: parts.matchers,
      rules: ids.map((id) => ({
        id,
        matcherIDs: [id],
        attributes: { ignoreErrors: true, disableIndexMatcherIDs: [], indexMatcherIDs: [], score: 1 },
      })),
      ruleSets: [],
      searchRuleSetIDs: {},
      mutationRuleSetGroups: {},
      referenceLists: parts.referenceLists,
    });
    this.run = (record) => compiled.resolve(record);
    this.matchers = new Map(compiled.parts.rules.map((rule) => [rule.id, rule.matchers[0]!]));
    this.items = evidence.map(({ levels }) => {
      const matchers = levels.map(([id]) => this.matchers.get(id)!);
      const resolvers = [...new Set(matchers.flatMap((matcher) => matcher.resolvers))];
      return { matchers, resolvers, numbers: new Map(), holders: [-1], known: new Map() };
    });
    this.levels = this.items.map(({ matchers }) => matchers.length + 1);
  }

  /** Adds a record to the sample. */
  add(record: RecordPayload): void {
    const resolved = this.run(record);
    const at = this.records.push(resolved) - 1;
    const numbers = new Int32Array(this.items.length);
    this.items.forEach((item, index) => {
      if (item.resolvers.every((position) => resolved[position]!.length === 0)) return;
      const text = JSON.stringify(item.resolvers.map((position) => resolved[position]));
      let number = item.numbers.get(text);
      if (number === undefined) {
        number = item.holders.push(at) - 1;
        item.numbers.set(text, number);
      }
      numbers[index] = number;
    });
    this.values.push(numbers);
  }

  matcher(id: string): Matcher {
    return this.matchers.get(id)!;
  }

  level(index: number, a: number, b: number): number {
    const left = this.values[a]![index]!;
    const right = this.values[b]![index]!;
    if (left === 0 || right === 0) return MISSING;
    const item = this.items[index]!;
    const key = left < right ? left * keyBase + right : right * keyBase + left;
    const known = item.known.get(key);
    if (known !== undefined) return known;
    const level = levelOf(item, this.records[item.holders[left]!]!, this.records[item.holders[right]!]!);
    if (item.known.size < mostKept) item.known.set(key, level);
    return level;
  }

  /** The levels of all items, one byte each. */
  pattern(a: number, b: number, into: Uint8Array, from = 0): void {
    for (let index = 0; index < this.items.length; index++) into[from + index] = this.level(index, a, b);
  }
}

function levelOf({ matchers }: Item, a: ResolvedValues, b: ResolvedValues): number {
  for (let i = 0; i < matchers.length; i++) if (matchers[i]!.satisfied(a, b)) return i + 1;
  return matchers.length + 1;
}
