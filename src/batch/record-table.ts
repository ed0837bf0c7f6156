import { RECORDS } from '../entities/items/record.ts';
import { type CheckedRecord, isGiven } from '../entities/validate.ts';
import type { RecordPayload } from '../rules/types.ts';
import { partitionNumber } from '../store/embedded/rows.ts';
import { canonicalJson } from '../text/json.ts';

/** The records of one piece that the rules accept, in ascending order. */
export interface TakenRecords {
  /** Where they are, from the first position of the piece on. */
  readonly positions: Uint32Array;
  /** Numbers of the rows that the embedded store gives them. */
  readonly numbers: Float64Array;
  /** Tells contents apart. */
  readonly marks: Float64Array;
  /** Ids as JSON without quotes, each with a line break behind it. */
  readonly ids: Uint8Array;
}

/** The partition of a record's item, and the number of its row. */
export const rowOfRecord = (id: string, seed: number): number => partitionNumber(RECORDS + id, seed);

/**
 * A number that two contents agree in by chance once in 10¹⁵ times. As in a digest, the order of fields and fields that are
 * null make no difference.
 */
function markOf(payload: RecordPayload): number {
  let mark = 0;
  for (const name of Object.keys(payload)) {
    const value = payload[name];
    if (!isGiven(value)) continue;
    const text = typeof value === 'string' ? `"${value}` : canonicalJson(value, isGiven);
    mark = (mark + partitionNumber(text, partitionNumber(name, 0))) % MARKS;
  }
  return mark;
}

/** So that the sum of two is exact. */
const MARKS = 2 ** 52;

/** Gathers the accepted records of a piece. */
export class RecordList {
  private readonly positions: number[] = [];
  private readonly numbers: number[] = [];
  private readonly marks: number[] = [];
  private ids = '';

  add(position: number, { id, payload }: Pick<CheckedRecord, 'id' | 'payload'>, number: number): void {
    this.positions.push(position);
    this.numbers.push(number);
    this.marks.push(markOf(payload));
    this.ids += `${jsonOfID(id)}\n`;
  }

  taken(): TakenRecords {
    return {
      positions: Uint32Array.from(this.positions),
      numbers: Float64Array.from(this.numbers),
      marks: Float64Array.from(this.marks),
      ids: new Uint8Array(Buffer.from(this.ids)),
    };
  }
}

/** An id has no control characters and no half of a surrogate pair: two characters are escaped. */
const jsonOfID = (id: string): string => (/["\\]/.test(id) ? JSON.stringify(id).slice(1, -1) : id);

const LINE_FEED = 10;

/** What a position holds. */
const RECORD = 0;
/** A record whose id an earlier one has. */
const REPEATED = 1;
const NOTHING = 2;

/** The memory of a table, which threads share. */
export interface RecordBuffers {
  readonly kinds: SharedArrayBuffer;
  readonly ids: SharedArrayBuffer;
  readonly offsets: SharedArrayBuffer;
}

/** The records of all pieces by position, in order, with gaps where there is none. */
export class RecordTable {
  readonly buffers: RecordBuffers;
  private readonly kinds: Uint8Array;
  private readonly ids: Buffer;
  private readonly offsets: Float64Array;

  constructor(buffers: RecordBuffers) {
    this.buffers = buffers;
    this.kinds = new Uint8Array(buffers.kinds);
    this.ids = Buffer.from(buffers.ids);
    this.offsets = new Float64Array(buffers.offsets);
  }

  /** Positions, those without a record included. */
  get span(): number {
    return this.kinds.length;
  }

  isRecord(position: number): boolean {
    return this.kinds[position] === RECORD;
  }

  /** For readers of keys: the keys of a repeated record count for nothing. */
  readonly isLeftOut = (position: number): boolean => this.kinds[position] !== RECORD;

  id(position: number): string {
    const text = this.ids.toString('utf8', this.offsets[position]!, this.offsets[position + 1]!);
    return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
  }

  /** As JSON without quotes. */
  idBytes(position: number): Buffer {
    return this.ids.subarray(this.offsets[position]!, this.offsets[position + 1]!);
  }

  hasSameID(a: number, b: number): boolean {
    const { ids, offsets } = this;
    return ids.compare(ids, offsets[a]!, offsets[a + 1]!, offsets[b]!, offsets[b + 1]!) === 0;
  }

  /** @param kind see above; only while the table is made */
  note(position: number, kind: number): void {
    this.kinds[position] = kind;
  }
}

export interface NumberedRecords {
  readonly table: RecordTable;
  /** Distinct ids. */
  readonly records: number;
  /** Records that an earlier one repeats, with the same content. */
  readonly repeated: number;
  /** Positions of records with the id of an earlier one and other content, and where that is. */
  readonly conflicts: readonly { readonly position: number; readonly earlier: number }[];
}

/** The taken records of a piece that begins at a position. */
export interface PlacedRecords extends TakenRecords {
  readonly base: number;
}

/**
 * Makes the table, and finds the records whose id an earlier one has: as in submits one after the other, the first one
 * counts, the same content again changes nothing, and other content is refused.
 *
 * @param pieces in ascending order
 */
export function numberRecords(pieces: readonly PlacedRecords[], span: number): NumberedRecords {
  const table = layOut(pieces, span);
  const total = pieces.reduce((sum, { positions }) => sum + positions.length, 0);
  const slots = slotsFor(total);
  /** By slot: the record's number among all, from 1; 0 is free. */
  const firsts = new Int32Array(slots);
  const at = new Uint32Array(total + 1);
  const numbers = new Float64Array(total + 1);
  const marks = new Float64Array(total + 1);
  const conflicts: { position: number; earlier: number }[] = [];
  let [count, repeated] = [0, 0];
  for (const piece of pieces) {
    for (let index = 0; index < piece.positions.length; index++) {
      const position = piece.base + piece.positions[index]!;
      const number = piece.numbers[index]!;
      let slot = slotOf(number, slots);
      let earlier = firsts[slot]!;
      while (earlier !== 0 && !(numbers[earlier] === number && table.hasSameID(at[earlier]!, position))) {
        slot = (slot + 1) & (slots - 1);
        earlier = firsts[slot]!;
      }
      if (earlier === 0) {
        count += 1;
        firsts[slot] = count;
        at[count] = position;
        numbers[count] = number;
        marks[count] = piece.marks[index]!;
        continue;
      }
      table.note(position, REPEATED);
      if (marks[earlier] === piece.marks[index]) repeated += 1;
      else conflicts.push({ position, earlier: at[earlier]! });
    }
  }
  return { table, records: count, repeated, conflicts };
}

function slotsFor(records: number): number {
  let slots = 1_024;
  while (slots < records * 2) slots *= 2;
  return slots;
}

const slotOf = (number: number, slots: number): number => {
  const high = Math.floor(number / 2 ** 32);
  return ((number - high * 2 ** 32) ^ Math.imul(high, 0x9e3779b1)) & (slots - 1);
};

/** Copies the ids of all pieces behind one another. */
function layOut(pieces: readonly PlacedRecords[], span: number): RecordTable {
  // Of the bytes of a piece, the line breaks are none of an id.
  const bytes = pieces.reduce((sum, { ids, positions }) => sum + ids.length - positions.length, 0);
  const buffers = {
    kinds: new SharedArrayBuffer(span),
    ids: new SharedArrayBuffer(bytes),
    offsets: new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * (span + 1)),
  };
  new Uint8Array(buffers.kinds).fill(NOTHING);
  const table = new RecordTable(buffers);
  const [all, offsets] = [Buffer.from(buffers.ids), new Float64Array(buffers.offsets)];
  let [end, next] = [0, 0];
  for (const { base, positions, ids } of pieces) {
    const content = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
    let start = 0;
    for (const relative of positions) {
      const position = base + relative;
      for (; next <= position; next++) offsets[next] = end;
      const stop = content.indexOf(LINE_FEED, start);
      end += content.copy(all, end, start, stop);
      start = stop + 1;
      table.note(position, RECORD);
    }
  }
  for (; next <= span; next++) offsets[next] = end;
  return table;
}
