import type { RecordPayload } from '../../../src/rules/types.ts';
import { normalForm } from '../../../src/text/normal-form.ts';
import type { Evidence } from '../../../src/workbench/design/evidence.ts';
import { rounded } from '../../../src/workbench/learning/learned-draft.ts';
import type { Weights } from '../../../src/workbench/learning/weights.ts';

/** How the values of a field compare. */
type Relation = 'same' | 'different' | 'missing';

/** One field of two records. */
export interface FieldRow {
  readonly field: string;
  /** Undefined if the record has no value. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  /** `missing` if a record has no value. */
  readonly relation: Relation;
}

/** What one piece of evidence counts. */
export interface EvidenceBits {
  readonly title: string;
  readonly fields: readonly string[];
  /** 0 if a record has no value. */
  readonly bits: number;
}

/** A pair to judge, for a terminal, a page or a program. */
export interface ShownPair {
  /** Names the pair in answers. */
  readonly pair: string;
  readonly a: RecordPayload;
  readonly b: RecordPayload;
  readonly rows: readonly FieldRow[];
  readonly evidence: readonly EvidenceBits[];
  /** The sum of the evidence. */
  readonly bits: number;
  /** The bits that a link needs at present. */
  readonly threshold: number;
  /** How many pairs you judged before. */
  readonly judged: number;
}

/** The most rows of a pair; records of more fields are cut. */
const mostRows = 300;

/** All fields of two records side by side, without their ids, in the order of the records. */
export function rowsOf(a: RecordPayload, b: RecordPayload): FieldRow[] {
  const left = textsOf(a);
  const right = textsOf(b);
  const fields = [...new Set([...left.keys(), ...right.keys()])];
  return fields.slice(0, mostRows).map((field): FieldRow => {
    const [one, other] = [left.get(field), right.get(field)];
    const isMissing = one === undefined || other === undefined;
    return {
      field,
      a: one,
      b: other,
      relation: isMissing ? 'missing' : alike(one) === alike(other) ? 'same' : 'different',
    };
  });
}

const alike = (text: string): string => normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** The values by the paths of their fields; a list is one value. */
function textsOf(record: RecordPayload): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (value === null || value === undefined || value === '') return;
    if (Array.isArray(value)) {
      const text = value.map((element) => (typeof element === 'object' ? JSON.stringify(element) : String(element)));
      if (text.length > 0) texts.set(path, text.join(', '));
    } else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`);
    } else texts.set(path, String(value));
  };
  for (const [name, value] of Object.entries(record)) if (name !== 'id') visit(value, name);
  return texts;
}

/** What each piece of evidence counts for a pair with these levels. */
export function evidenceBits(evidence: readonly Evidence[], { bits }: Weights, levels: Uint8Array): EvidenceBits[] {
  return evidence.map(({ title, fields }, item) => ({ title, fields, bits: rounded(bits[item]![levels[item]!]!) }));
}
