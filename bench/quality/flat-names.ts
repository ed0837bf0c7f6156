import anyAscii from 'any-ascii';
import type { DataSet } from './data-set.ts';

/** The set with names of fields that a schema can have, as a mapping of columns gives them: the end of a URI is its name. */
export function withFlatNames(set: DataSet): DataSet {
  const names = new Map<string, string>();
  const taken = new Set<string>(['id']);
  for (const name of new Set(set.records.flatMap((record) => Object.keys(record)))) {
    if (name === 'id') continue;
    const end = /^[a-z]+:\/\//i.test(name) ? name.replace(/^.*[/#]/, '') : name;
    const plain = anyAscii(end)
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^_+|_+$/g, '');
    const usable = plain === '' || /^\d/.test(plain) ? `f${plain}` : plain;
    let free = usable;
    for (let n = 2; taken.has(free); n++) free = `${usable}_${n}`;
    taken.add(free);
    names.set(name, free);
  }
  const records = set.records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [names.get(name) ?? name, value])),
  );
  return { ...set, records };
}
