import { compareUtf8 } from './key.ts';

/** What has a sort key, among others of its partition that are in the order of theirs. */
interface Sorted {
  readonly sk: string;
}

/** Of several sources in order, the newest first, all that is newest for its sort key, in order: at once where all are lists. */
export function newestOf<Item extends Sorted>(sources: readonly Iterable<Item>[]): Iterable<Item> {
  if (sources.length === 1) return sources[0]!;
  return sources.every((source): source is Item[] => Array.isArray(source))
    ? sources.reduce((newer, older) => newestOfTwo(newer, older))
    : newestOneByOne(sources);
}

/** Both in the order of their sort keys; of equal ones that of `newer` counts. */
export function newestOfTwo<Item extends Sorted>(newer: readonly Item[], older: readonly Item[]): Item[] {
  const all: Item[] = [];
  let index = 0;
  for (const item of newer) {
    for (; index < older.length; index++) {
      const order = compareUtf8(older[index]!.sk, item.sk);
      if (order > 0) break;
      if (order < 0) all.push(older[index]!);
    }
    all.push(item);
  }
  for (; index < older.length; index++) all.push(older[index]!);
  return all;
}

function* newestOneByOne<Item extends Sorted>(iterables: readonly Iterable<Item>[]): Generator<Item, void, undefined> {
  const sources = iterables.map((iterable) => iterable[Symbol.iterator]());
  try {
    const heads = sources.map((source) => source.next().value as Item | undefined);
    for (;;) {
      let least: Item | undefined;
      for (const head of heads) {
        if (head && (least === undefined || compareUtf8(head.sk, least.sk) < 0)) least = head;
      }
      if (least === undefined) return;
      const { sk } = least;
      for (const [index, head] of heads.entries()) {
        if (head?.sk === sk) heads[index] = sources[index]!.next().value as Item | undefined;
      }
      yield least;
    }
  } finally {
    for (const source of sources) source.return?.();
  }
}
