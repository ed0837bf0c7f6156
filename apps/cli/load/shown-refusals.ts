import { plainLine } from '../terminal/plain-line.ts';
import type { RefusedRecord } from './errors-file.ts';

/** Number of refused records to print; the errors file has all of them. */
const SHOWN = 10;

/** Collects the first refused records of a load for the terminal. */
export class ShownRefusals {
  private text = '';
  private count = 0;

  note(refused: readonly RefusedRecord[]): void {
    for (const { line, code, reason } of refused) {
      // A reason may quote a record's value, which must not control the terminal.
      if (this.count++ < SHOWN) this.text += `  line ${line}: ${code}: ${plainLine(reason)}\n`;
    }
  }

  /** The lines, each with its line break; empty when nothing was refused. */
  toString(): string {
    const more = this.count - SHOWN;
    return more > 0 ? `${this.text}  … and ${more.toLocaleString('en')} more.\n` : this.text;
  }
}
