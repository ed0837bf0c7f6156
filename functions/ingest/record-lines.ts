/** A line of an object that is not blank. */
export interface RecordLine {
  /** Starts at 1 and counts blank lines. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Splits an object into its lines without copying them. Line breaks are LF or CR LF; the last line needs none. */
export function recordLines(object: Uint8Array): RecordLine[] {
  const lines: RecordLine[] = [];
  let start = BYTE_ORDER_MARK.every((byte, index) => object[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  for (let number = 1; start < object.length; number++) {
    const at = object.indexOf(LINE_FEED, start);
    const end = at === -1 ? object.length : at;
    const bytes = object.subarray(start, end);
    if (!bytes.every(isBlank)) lines.push({ number, bytes });
    start = end + 1;
  }
  return lines;
}

/** True for space, tab and carriage return. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;
