import type { DesignFileOptions } from '../../../../../apps/cli/design/design-file.ts';

const first = ['Ada', 'Bob', 'Cyd', 'Dee', 'Eva', 'Fay', 'Gus'];
const last = ['Smith', 'Jones', 'Miller', 'Weber', 'Haas', 'Klein', 'Roth', 'Vogel', 'Stein', 'Lang', 'Kurz'];
/** People, of whom the last one of every ten is the one before with another spelling of the name. */
export const people = Array.from({ length: 120 }, (_, index) => {
  const of = index % 10 === 9 ? index - 1 : index;
  const name = `${last[of % 11]}${index === of ? '' : 'e'}`;
  return [`c${index}`, first[of % 7]!, name, `19${10 + (of % 80)}-0${1 + (of % 9)}-1${of % 8}`, `p${of}@example.org`];
});
export const names = ['id', 'first_name', 'last_name', 'birth_date', 'email'];
/** The text of a CSV file. */
export const csv = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.join(delimiter)}\n`).join('');

/** How a file is designed where the command line says nothing. */
export const usual: DesignFileOptions = { kinds: new Map(), idReplace: [], seed: 1 };
