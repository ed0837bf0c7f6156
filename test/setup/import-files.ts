import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { identityOf } from '../../src/store/items.ts';
import type { Item } from '../../src/store/port.ts';

const LINE = /^\$ion_1_0 \{Item:(\{.*\})\}$/s;
/** Texts, names without quotes, and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[a-z]+(?=:)|-?\d[-+\d.a-z]*/g;

/**
 * The items of files for DynamoDB's import, as an import reads them: each line is an item in Ion text, and only decimals are
 * numbers.
 *
 * @throws Error for a line that is none, and where two items have one key
 */
export function readImportFiles(directory: string): Item[] {
  const keys = new Set<string>();
  return readdirSync(directory).flatMap((name) => {
    const text = gunzipSync(readFileSync(join(directory, name))).toString();
    if (!text.endsWith('\n')) throw new Error(`${name} ends within a line`);
    return text
      .slice(0, -1)
      .split('\n')
      .map((line) => {
        const item = readItem(line);
        if (keys.has(identityOf(item))) throw new Error(`The key of ${line} is there twice`);
        keys.add(identityOf(item));
        return item;
      });
  });
}

function readItem(line: string): Item {
  const [, item] = LINE.exec(line) ?? [];
  if (item === undefined) throw new Error(`${line} is no item`);
  return JSON.parse(
    item.replace(TOKEN, (token) => {
      if (token.startsWith('"')) return token;
      if (/^[a-z]/.test(token)) return JSON.stringify(token);
      const decimal = /^(-?\d+)(?:\.(\d*))?(?:d([-+]?\d+))?$/.exec(token);
      if (decimal === null || (decimal[2] === undefined && decimal[3] === undefined)) {
        throw new Error(`${token} is no decimal in ${line}`);
      }
      return `${decimal[1]}${decimal[2] ? `.${decimal[2]}` : ''}${decimal[3] ? `e${decimal[3]}` : ''}`;
    }),
  );
}
