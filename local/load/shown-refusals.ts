import { stripVTControlCharacters } from 'node:util';
import type { RefusedRecord } from './errors-file.ts';

/** So many refused records are shown; the errors file has them all. */
const SHOWN = 10;

/** The first refused records of a load, for people to read. */
export class ShownRefusals {
  private text = '';
  private count = 0;

  note(refused: readonly RefusedRecord[]): void {
    for (const { line, code, reason } of refused) {
      // A record's value, which a reason may quote, must not steer the reader's terminal.
      const said = stripVTControlCharacters(reason).replace(/\p{Cc}/gu, ' ');
      if (this.count++ < SHOWN) this.text += `  line ${line}: ${code}: ${said}\n`;
    }
  }

  /** Lines, each with its end; empty when nothing was refused. */
  toString(): string {
    const more = this.count - SHOWN;
    return more > 0 ? `${this.text}  … and ${more.toLocaleString('en')} more.\n` : this.text;
  }
}
