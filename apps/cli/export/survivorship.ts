import { instantOf } from '../../../src/entities/read/insights/values.ts';
import { columnsNamed, type ExportedRecord, type FieldColumn, fieldOf } from './columns.ts';
import { ExportOptionsError } from './errors.ts';

/** Which of the values that the records of an entity have for a field stands for the entity. */
export type SurvivorshipRule =
  | { readonly kind: 'most-frequent' }
  | { readonly kind: 'longest' }
  | { readonly kind: 'latest'; readonly dateField: string };

/** The rule of each field that has not the default one. */
export type Survivorship = ReadonlyMap<string, SurvivorshipRule>;

export const defaultRule: SurvivorshipRule = { kind: 'most-frequent' };

/**
 * Parses one `--survivorship` argument: `FIELD=most-frequent`, `FIELD=longest` or `FIELD=latest:DATE_FIELD`.
 *
 * @throws ExportOptionsError when the argument has another form
 */
export function parseSurvivorship(text: string): readonly [field: string, rule: SurvivorshipRule] {
  const [, field, rule, , dateField] = /^([^=]+)=(most-frequent|longest|(latest):(.+))$/.exec(text) ?? [];
  if (field === undefined || rule === undefined) {
    throw new ExportOptionsError(`${JSON.stringify(text)} is no survivorship rule.`, {
      hint: 'Write FIELD=most-frequent, FIELD=longest or FIELD=latest:DATE_FIELD.',
    });
  }
  if (dateField !== undefined) return [field, { kind: 'latest', dateField }];
  return [field, { kind: rule as 'most-frequent' | 'longest' }];
}

/** A column with the rule that chooses its value. */
export interface MergedColumn {
  readonly column: FieldColumn;
  readonly rule: SurvivorshipRule;
  /** The column with the date, for the latest value. */
  readonly date?: FieldColumn;
}

/**
 * The columns with their rules. A rule for an object holds for each of its values.
 *
 * @throws ExportOptionsError when a rule names no column of the export, or a date that records do not have
 */
export function mergedColumns(
  columns: readonly FieldColumn[],
  all: readonly FieldColumn[],
  survivorship: Survivorship,
): readonly MergedColumn[] {
  const rules = new Map<FieldColumn, SurvivorshipRule>();
  for (const [field, rule] of survivorship) {
    for (const column of columnsNamed(columns, field, '--survivorship')) rules.set(column, rule);
  }
  return columns.map((column) => {
    const rule = rules.get(column) ?? defaultRule;
    if (rule.kind !== 'latest') return { column, rule };
    const dates = columnsNamed(all, rule.dateField, '--survivorship');
    if (dates.length > 1 || dates[0]!.type !== 'text') {
      throw new ExportOptionsError(
        `--survivorship takes the date of ${column.name} from ${rule.dateField}, which is no text.`,
        {
          hint: 'Name a field with dates such as 2024-02-29 or times such as 2024-02-29T12:00:00Z.',
        },
      );
    }
    return { column, rule, date: dates[0]! };
  });
}

/** A value of a field, and what speaks for it. */
interface Candidate {
  readonly value: unknown;
  readonly length: number;
  count: number;
  /** The latest date of a record with this value, in nanoseconds since 1970. */
  latest: bigint | undefined;
}

/** Merges the records of one entity, which are added in the order in which they were first stored. */
export class EntityMerge {
  /** Values of date fields that are no dates. */
  unreadableDates = 0;
  private readonly columns: readonly MergedColumn[];
  /** By column, then by the text of the value. Maps keep the order of the records. */
  private readonly candidates: readonly Map<string, Candidate>[];

  constructor(columns: readonly MergedColumn[]) {
    this.columns = columns;
    this.candidates = columns.map(() => new Map());
  }

  add(record: ExportedRecord): void {
    for (const [index, { column, date }] of this.columns.entries()) {
      const value = fieldOf(record, column);
      if (isEmpty(value)) continue;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const known = this.candidates[index]!.get(text);
      const candidate = known ?? { value, length: lengthOf(text), count: 0, latest: undefined };
      if (known === undefined) this.candidates[index]!.set(text, candidate);
      candidate.count += 1;
      if (date === undefined) continue;
      const moment = this.dateOf(record, date);
      if (moment !== undefined && (candidate.latest === undefined || moment > candidate.latest)) {
        candidate.latest = moment;
      }
    }
  }

  /** The value of each column; undefined where no record has one. */
  values(): unknown[] {
    return this.columns.map(({ rule }, index) => survivor([...this.candidates[index]!.values()], rule)?.value);
  }

  private dateOf(record: ExportedRecord, date: FieldColumn): bigint | undefined {
    const value = fieldOf(record, date);
    if (isEmpty(value)) return undefined;
    const moment = instantOf(value);
    if (moment === undefined) this.unreadableDates += 1;
    return moment;
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Characters, not the UTF-16 units of JavaScript. */
const lengthOf = (text: string): number => (/[\ud800-\udbff]/.test(text) ? [...text].length : text.length);

type Compare = (a: Candidate, b: Candidate) => number;

const byCount: Compare = (a, b) => a.count - b.count;
const byLength: Compare = (a, b) => a.length - b.length;
/** A value with a date wins over one without. */
const byDate: Compare = (a, b) => {
  if (a.latest === b.latest) return 0;
  if (a.latest === undefined) return -1;
  return b.latest === undefined || a.latest > b.latest ? 1 : -1;
};

const orders: Readonly<Record<SurvivorshipRule['kind'], readonly Compare[]>> = {
  'most-frequent': [byCount, byLength],
  longest: [byLength, byCount],
  latest: [byDate, byCount, byLength],
};

/** Of equal values the first one, so that the same records always give the same entity. */
function survivor(candidates: readonly Candidate[], { kind }: SurvivorshipRule): Candidate | undefined {
  const isBetter = (a: Candidate, b: Candidate): boolean => {
    for (const compare of orders[kind]) {
      const order = compare(a, b);
      if (order !== 0) return order > 0;
    }
    return false;
  };
  let best = candidates[0];
  for (const candidate of candidates) if (isBetter(candidate, best!)) best = candidate;
  return best;
}
