import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Check, Clause, Condition, Item, Store, Update, Value, Write } from '../../src/store/port.ts';

/** What a partition must hold. Says the port's rules a second time, apart from the engines' own code. */
export interface ModelState {
  readonly pk: string;
  items: Map<string, Attributes>;
}

type Attributes = Readonly<Record<string, Value>>;
type Command = fc.AsyncCommand<ModelState, Store>;

/** The emulator cannot tell an item that holds nothing else from none. */
const ALWAYS = { always: 1 };
const sortKey = fc.constantFrom('a', 'a#', 'a#1', 'a#2', 'b', 'é', '\uffee', '😀');
const attribute = fc.constantFrom('v', 'n', 'size', 'w');
const scalar = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom('x', 'y', '', true, false));
const value: fc.Arbitrary<Value> = fc.oneof(scalar, fc.constant(null), fc.array(scalar, { maxLength: 3 }));
const clause: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({ item: fc.constantFrom('absent' as const, 'present' as const) }),
  fc.record({ attribute, absent: fc.constant(true as const) }),
  fc.record({ attribute, equals: scalar }),
  fc.record({ attribute, absentOr: scalar }),
  // DynamoDB refuses a range that ends before it begins.
  fc
    .tuple(attribute, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 }))
    .map(([name, least, width]) => ({ attribute: name, least, most: least + width })),
);
const condition: fc.Arbitrary<Condition | undefined> = fc.option(fc.array(clause, { maxLength: 2 }), {
  nil: undefined,
});

type Draft =
  | { kind: 'put'; sk: string; attributes: Attributes; condition: Condition | undefined }
  | {
      kind: 'update';
      sk: string;
      changes: [string, 'set' | 'setIfAbsent' | 'add' | 'remove', Value, number][];
      condition: Condition | undefined;
    }
  | { kind: 'delete'; sk: string; condition: Condition | undefined }
  | { kind: 'check'; sk: string; condition: Condition };

const write: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    sk: sortKey,
    attributes: fc.dictionary(attribute, value, { noNullPrototype: true }),
    condition,
  }),
  fc.record({
    kind: fc.constant('update' as const),
    sk: sortKey,
    changes: fc.uniqueArray(
      fc.tuple(
        attribute,
        fc.constantFrom('set' as const, 'setIfAbsent' as const, 'add' as const, 'remove' as const),
        value,
        fc.integer({ min: -3, max: 3 }),
      ),
      { selector: ([name]) => name, maxLength: 3 },
    ),
    condition,
  }),
  fc.record({ kind: fc.constant('delete' as const), sk: sortKey, condition }),
);
const check: fc.Arbitrary<Draft> = fc.record({
  kind: fc.constant('check' as const),
  sk: sortKey,
  condition: fc.array(clause, { minLength: 1, maxLength: 2 }),
});
const bySortKey = { selector: (draft: Draft) => draft.sk, minLength: 1, maxLength: 5 };

export function modelCommands(): fc.Arbitrary<Iterable<Command>> {
  return fc.commands(
    [
      fc.uniqueArray(write, bySortKey).map((drafts) => new WriteCommand(drafts)),
      fc.uniqueArray(fc.oneof(write, check), bySortKey).map((drafts) => new TransactCommand(drafts)),
      fc.array(sortKey, { maxLength: 8 }).map((sortKeys) => new GetCommand(sortKeys)),
      fc
        .tuple(
          fc.constantFrom('', 'a', 'a#', 'z'),
          fc.option(sortKey, { nil: undefined }),
          fc.integer({ min: 1, max: 4 }),
        )
        .map(([prefix, after, limit]) => new QueryCommand(prefix, after, limit)),
    ],
    { maxCommands: 25 },
  );
}

class WriteCommand implements Command {
  readonly drafts: readonly Draft[];
  constructor(drafts: readonly Draft[]) {
    this.drafts = drafts;
  }

  check(model: ModelState): boolean {
    return this.drafts.every((draft) => !addsToText(model, draft));
  }

  async run(model: ModelState, store: Store): Promise<void> {
    const outcomes = await store.write(this.drafts.map((draft) => asWrite(model, draft) as Write));

    for (const [index, draft] of this.drafts.entries()) {
      const before = itemOf(model, draft.sk);
      const applied = holds(draft.condition, before);
      expect(outcomes[index]?.applied).toBe(applied);
      const tellsBefore = draft.kind === 'update' || (draft.condition?.length ?? 0) > 0;
      if (tellsBefore) expect(outcomes[index]?.before).toEqual(before);
      if (applied) carryOut(model, draft);
    }
  }

  toString(): string {
    return `write(${JSON.stringify(this.drafts)})`;
  }
}

class TransactCommand implements Command {
  readonly drafts: readonly Draft[];
  constructor(drafts: readonly Draft[]) {
    this.drafts = drafts;
  }

  check(model: ModelState): boolean {
    return this.drafts.every((draft) => !addsToText(model, draft));
  }

  async run(model: ModelState, store: Store): Promise<void> {
    const outcome = await store.transact(this.drafts.map((draft) => asWrite(model, draft)));

    const refused = this.drafts.flatMap((draft, index) => {
      const before = itemOf(model, draft.sk);
      return holds(draft.condition, before) ? [] : [{ index, before }];
    });
    expect(outcome).toEqual({ applied: refused.length === 0, refused });
    if (refused.length === 0) for (const draft of this.drafts) carryOut(model, draft);
  }

  toString(): string {
    return `transact(${JSON.stringify(this.drafts)})`;
  }
}

class GetCommand implements Command {
  readonly sortKeys: readonly string[];
  constructor(sortKeys: readonly string[]) {
    this.sortKeys = sortKeys;
  }

  check(): boolean {
    return true;
  }

  async run(model: ModelState, store: Store): Promise<void> {
    const items = await store.getMany(this.sortKeys.map((sk) => ({ pk: model.pk, sk })));

    expect(items).toEqual(this.sortKeys.map((sk) => itemOf(model, sk)));
  }

  toString(): string {
    return `getMany(${JSON.stringify(this.sortKeys)})`;
  }
}

class QueryCommand implements Command {
  readonly prefix: string;
  readonly after: string | undefined;
  readonly limit: number;
  constructor(prefix: string, after: string | undefined, limit: number) {
    this.prefix = prefix;
    this.after = after;
    this.limit = limit;
  }

  check(): boolean {
    return true;
  }

  async run(model: ModelState, store: Store): Promise<void> {
    const { prefix, limit } = this;
    const expected = [...model.items.keys()]
      .filter((sk) => sk.startsWith(prefix))
      .filter((sk) => this.after === undefined || compareUtf8(sk, this.after) > 0)
      .sort(compareUtf8)
      .map((sk) => itemOf(model, sk));

    const found: Item[] = [];
    let after = this.after;
    do {
      const page = await store.query(model.pk, { prefix, limit, ...(after !== undefined && { after }) });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined);
    expect(found).toEqual(expected);
  }

  toString(): string {
    return `query(${JSON.stringify(this)})`;
  }
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function itemOf({ pk, items }: ModelState, sk: string): Item | undefined {
  const attributes = items.get(sk);
  return attributes === undefined ? undefined : { pk, sk, ...attributes };
}

function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  return (condition ?? []).every((one) => {
    if ('item' in one) return one.item === 'absent' ? item === undefined : item !== undefined;
    const isThere = item !== undefined && one.attribute in item;
    if ('absent' in one) return !isThere;
    if ('absentOr' in one) return !isThere || item[one.attribute] === one.absentOr;
    const found = isThere ? item[one.attribute] : undefined;
    if ('least' in one) return typeof found === 'number' && one.least <= found && found <= one.most;
    return isThere && found === one.equals;
  });
}

/** Adding to a text is an error of the caller, tested by itself. */
function addsToText(model: ModelState, draft: Draft): boolean {
  if (draft.kind !== 'update') return false;
  const attributes = model.items.get(draft.sk) ?? {};
  return draft.changes.some(
    ([name, how]) => how === 'add' && name in attributes && typeof attributes[name] !== 'number',
  );
}

function asWrite({ pk }: ModelState, draft: Draft): Write | Check {
  const key = { pk, sk: draft.sk };
  if (draft.kind === 'check') return { check: key, if: draft.condition };
  const condition = draft.condition === undefined ? {} : { if: draft.condition };
  if (draft.kind === 'put') return { put: { ...draft.attributes, ...ALWAYS, ...key }, ...condition };
  if (draft.kind === 'delete') return { delete: key, ...condition };
  const of = (how: string) => draft.changes.filter((change) => change[1] === how);
  const update: Update = {
    update: key,
    set: { ...Object.fromEntries(of('set').map(([name, , to]) => [name, to])), ...ALWAYS },
    setIfAbsent: Object.fromEntries(of('setIfAbsent').map(([name, , to]) => [name, to])),
    add: Object.fromEntries(of('add').map(([name, , , by]) => [name, by])),
    remove: of('remove').map(([name]) => name),
  };
  return { ...update, ...condition };
}

function carryOut({ items }: ModelState, draft: Draft): void {
  if (draft.kind === 'put') items.set(draft.sk, { ...draft.attributes, ...ALWAYS });
  else if (draft.kind === 'delete') items.delete(draft.sk);
  else if (draft.kind === 'update') {
    const attributes = { ...items.get(draft.sk), ...ALWAYS } as Record<string, Value>;
    for (const [name, how, to, by] of draft.changes) {
      if (how === 'set') attributes[name] = to;
      else if (how === 'setIfAbsent') attributes[name] = name in attributes ? (attributes[name] as Value) : to;
      else if (how === 'add') attributes[name] = ((attributes[name] as number | undefined) ?? 0) + by;
      else delete attributes[name];
    }
    items.set(draft.sk, attributes);
  }
}
