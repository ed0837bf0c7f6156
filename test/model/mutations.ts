import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// npm run test:mutations [-- --histories 10000] [--from 1] [--only text]: switches each safeguard off, in a copy of
// the sources, and says whether the histories find it. docs/decisions/0030 says why those stay that they do not find.
interface Mutation {
  readonly safeguard: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What else goes, where the safeguard alone would make an operation repeat itself for ever. */
  readonly also?: readonly [from: string, to: string];
  /** The histories that could outbox entry, when not all could. */
  readonly of?: string;
  /** The first seed to try, where a violation is so rare that it was looked for once. */
  readonly seed?: string;
}

/** Node ends a program with 13 when it waits for what never comes. */
const WAITS_FOR_NOTHING = 13;

const RESOLUTION = 'src/entities';
const mutations: readonly Mutation[] = [
  {
    safeguard: 'the sweeper does an operation again',
    file: 'write/sweep.ts',
    from: '  if (!isRebuilt && removed.length + entry.rebuild.length > 0) {',
    to: '  if (entry.recordIDs.length > 1_000) {',
    also: [
      'const rebuilt = await rebuildTogether(context, entries, kindOf, () => new Deadline(context, SWEEP_TIME));',
      'const rebuilt = new Set<string>();',
    ],
  },
  {
    safeguard: 'the records of a batch are stored in one transaction',
    file: 'write/submit.ts',
    from: 'return writes.length === 1 ? { each: writes } : { all: writes };',
    to: 'return { each: writes };',
  },
  {
    safeguard: 'the sweeper leaves alone what is being done',
    file: 'write/sweep.ts',
    from: 'unfinishedWork(context.store, context.now() - REDO_AGE)',
    to: 'unfinishedWork(context.store, context.now() - 1)',
  },
  {
    safeguard: 'a record is stored only while it is reserved',
    file: 'write/submit.ts',
    from: 'const reserved = isReserved ? [reservedBy(operation)] : [];',
    to: 'const reserved = isReserved ? [] : [];',
  },
  {
    safeguard: 'an unfinished record is taken over only while it is reserved',
    file: 'write/submit.ts',
    from: "{ attribute: 'i', equals: content }, ...reserved]",
    to: "{ attribute: 'i', equals: content }]",
  },
  {
    safeguard: 'the sweeper takes the reservation away first',
    file: 'write/sweep.ts',
    from: '  if (entry.recordIDs.length > 0) await takeReservation(store, operation, entry.recordIDs[0]!);\n',
    to: '',
  },
  {
    safeguard: 'a record is reserved before the journal entry is opened',
    file: 'write/submit.ts',
    from: '    { each: [reservation(placements.find(({ record }) => record.id === first)!, operation)] },\n    { each: announcement(operation, placements, work) },\n',
    to: '    { each: announcement(operation, placements, work) },\n    { each: [reservation(placements.find(({ record }) => record.id === first)!, operation)] },\n',
  },
  {
    safeguard: 'what was published late is noted for the sweeper',
    file: 'write/orphaned-keys.ts',
    from: '  if (removed.length > 0) await',
    to: '  if (removed.length > 1_000) await',
  },
  {
    safeguard: 'a cut is made only while its journal entry is open',
    file: 'write/disassemble.ts',
    from: '      stillOpen(operation),\n',
    to: '',
    also: ['    if (refused.some(({ index }) => index === 0)) throw takenForDead();\n', ''],
  },
  {
    safeguard: 'the sweeper takes the entry from a process that cuts',
    file: 'write/sweep.ts',
    from: '  if (entry.rebuild.length > 0) await store.write([takingWrite(entry)]);\n',
    to: '',
  },
  {
    safeguard: 'publish before the evidence is read',
    file: 'write/settle.ts',
    from: '    const keyOwners = await publish(store, operation, present, candidates, deadline);\n',
    to: '    await candidates.read(present.map(({ record }) => record), { consistent: true });\n    const keyOwners = await publish(store, operation, present, candidates, deadline);\n',
    also: [
      '    await candidates.read(\n      present.map(({ record }) => record),\n      { consistent: true },\n    );\n',
      '',
    ],
  },
  {
    safeguard: 'an epoch that moved makes a submit look again',
    file: 'forest/nodes.ts',
    from: '    let untouched = state.version === 0;',
    to: '    let untouched = true;',
  },
  {
    safeguard: 'a lock at the last look makes a submit wait',
    file: 'forest/nodes.ts',
    from: 'untouched &&= state.lock === undefined && ',
    to: 'untouched &&= ',
  },
  {
    safeguard: 'a union fails on a locked root',
    file: 'forest/nodes.ts',
    from: "    { attribute: 'x', absent: true },\n    version",
    to: '    version',
  },
  {
    safeguard: 'a union fails when the epoch moved',
    file: 'forest/nodes.ts',
    from: "    version === 0 ? { attribute: 'v', absent: true } : { attribute: 'v', equals: version },\n",
    to: '',
  },
  {
    safeguard: 'a union fails when the bans changed',
    file: 'forest/nodes.ts',
    from: "    constraints.text === '' ? { attribute: 'b', absent: true } : { attribute: 'b', equals: constraints.text },\n",
    to: '',
  },
  {
    safeguard: 'the roots are the same before and after the evidence',
    file: 'write/settle.ts',
    from: '    if (!stayed || !isStable(before, after)) continue;',
    to: '    if (!stayed) continue;',
  },
  {
    safeguard: 'witnesses must still be there',
    file: 'write/settle.ts',
    from: "(!isPlacementSure && !(placementReason === 'evidence' && isPlacementEvidenceIntact(cluster, evidence, after)))",
    to: "(!isPlacementSure && placementReason !== 'evidence')",
  },
  {
    safeguard: 'who vouches for a record stands in the same fragment',
    file: 'write/settle.ts',
    from: 'keyOwner.holders.includes(node);',
    to: 'keyOwner.holders.some((holder) => findResults.get(holder)?.root === findResults.get(node)!.root);',
  },
  {
    safeguard: 'a record does not vouch for itself, nor who came for it',
    file: 'write/settle.ts',
    from: 'keyOwner.claimedBy === placedBy.claimedBy && ',
    to: '',
  },
  {
    safeguard: 'an unfinished record of unknown reason is judged by a rebuild',
    file: 'write/settle.ts',
    from: "  let isPlacementSure = placementReason === 'founded';",
    to: "  let isPlacementSure = placementReason !== 'evidence';",
    seed: '501500',
  },
  {
    safeguard: 'what was published after its record was gone is taken back',
    file: 'write/settle.ts',
    from: '    if (gone.length > 0)',
    to: '    if (gone.length > 1_000)',
  },
  {
    safeguard: 'a posting is only a hint, the record item says where a candidate stands',
    file: 'write/settle.ts',
    from: 'if (!standing.has(candidate.node)) standing.set(candidate.node, candidate);',
    to: 'if (!standing.has(asked[index]!.node)) standing.set(asked[index]!.node, candidate);',
  },
  {
    safeguard: 'a record unites others only with its own entity (settled)',
    file: 'write/settle.ts',
    from: 'if (other.root === own.root || other.state.empty || cannotLink(own, other)) continue;',
    to: 'if (other.root === own.root || other.state.empty) continue;',
  },
  {
    safeguard: 'every key names the entity of each holder',
    file: 'write/settle.ts',
    from: '    if (await nameInKeyOwners(store, evidence, after, deadline)) continue;',
    to: '',
  },
  {
    safeguard: 'for a cut record, somebody else must hold the key',
    file: 'write/settle.ts',
    from: 'if (one.stored.removedLinks.length === 0)',
    to: 'if (one.stored.removedLinks.length < 1_000)',
  },
  {
    safeguard: 'the tree stands still: the lock is checked to be on the root',
    file: 'write/lock.ts',
    from: '    if (root === node || (await findRoots(store, [node])).get(node) === root) return lock;',
    to: '    return lock;',
  },
  {
    safeguard: 'every write of a rebuild is fenced',
    file: 'write/lock.ts',
    from: "        if: [{ attribute: 'x', equals: this.token }],",
    to: '',
  },
  {
    safeguard: 'breaking a lock moves the epoch',
    file: 'write/lock.ts',
    from: 'add: { v: 1, y: 1 },',
    to: 'add: { y: 1 },',
  },
  {
    safeguard: 'a rebuild that takes something out moves the epoch',
    file: 'write/rebuild.ts',
    from: 'const leaves = this.plan.leaves || leaving.length > 0 || empty;',
    to: 'const leaves = false;',
  },
  {
    safeguard: 'a moved record is as it was judged',
    file: 'write/rebuild.ts',
    from: "                { attribute: 'i', equals: stored.recordVersion },\n",
    to: '',
  },
  {
    safeguard: 'a record has not moved between its first look and the roots',
    file: 'write/settle.ts',
    from: '    if (!stayed || !isStable(before, after)) continue;',
    to: '    if (!isStable(before, after)) continue;',
  },
  {
    safeguard: 'a moved record is cut as it was judged',
    file: 'write/rebuild.ts',
    from: "                unchangedText('c', listText(stored.removedLinks)),\n",
    to: '',
  },
  {
    safeguard: 'after a cut, the records are rebuilt where they stand then',
    file: 'write/disassemble.ts',
    from: 'nodes: [...nodes, ...(await nodesOf(store, cut))]',
    to: 'nodes',
  },
  {
    safeguard: 'after a cut that was cut off, the sweeper rebuilds where the records stand then',
    file: 'write/removal.ts',
    from: '[...named, ...(await nodesOf(store, cut))];',
    to: '[...named];',
  },
  {
    safeguard: 'a record of a batch stays only where the others stayed',
    file: 'write/settle.ts',
    from: '      const followed = evidence.filter(',
    to: '      if (evidence.length > 0) return true;\n      const followed = evidence.filter(',
  },
  {
    safeguard: 'every fragment has the same root at both looks',
    file: 'write/settle.ts',
    from: '  for (const [node, { root, state }] of after) {\n    const seen = before.get(node);\n    if (seen === undefined || seen.root !== root || !isSame(seen.state, state)) return false;',
    to: '  const roots = new Map([...before.values()].map((standing) => [standing.root, standing.state]));\n  for (const { root, state } of after.values()) {\n    const seen = roots.get(root);\n    if (seen === undefined || !isSame(seen, state)) return false;',
  },
  {
    safeguard: 'a part becomes an entity only when all of it is moved',
    file: 'write/rebuild.ts',
    from: '{ put: { ...nodeKey(node), p: this.lock.root, v: 1, t: 1 } },',
    to: '{ put: { ...nodeKey(node), v: 1 } },',
    also: ["                if: [{ attribute: 'p', equals: root }],\n", ''],
  },
  {
    safeguard: 'anchors follow the parts',
    file: 'write/rebuild.ts',
    from: '      await this.pointKeyOwners(tree, keys);\n',
    to: '',
  },
  {
    safeguard: 'parts take the bans along',
    file: 'write/rebuild.ts',
    from: "                ...(constraints === '' ? {} : { set: { b: constraints } }),\n",
    to: '',
  },
  {
    safeguard: 'postings go under the lock',
    file: 'write/rebuild.ts',
    from: '    await this.removeTraces(removed, seen);\n    const members',
    to: '    const members',
  },
  {
    safeguard: 'nothing is revived in an emptied entity',
    file: 'write/rebuild.ts',
    from: '    if (!this.lock.state.empty) {',
    to: '    if (this.lock.root !== "") {',
  },
  {
    safeguard: 'erasure waits for whoever still publishes the record',
    file: 'write/disassemble.ts',
    from: 'const isFinal = !isOpen(creating, creator) && !isOpen(changing, stored.operation);',
    to: 'const isFinal = true;',
  },
  {
    safeguard: 'a change waits for whoever still publishes the old content',
    file: 'write/change-content.ts',
    from: 'if (rebuilt.complete && complete && !isPublishing)',
    to: 'if (rebuilt.complete && complete)',
  },
  {
    safeguard: 'a rebuild serves only those whose records it saw without the content',
    file: 'write/rebuild.ts',
    from: 'waiting.filter((one) => one.removed.every((content) => isGone(content, seen)));',
    to: 'waiting.filter(() => true);',
  },
  {
    safeguard: 'a rebuild that serves others moves the epoch',
    file: 'write/rebuild.ts',
    from: 'await this.write([], { leaves: true, release: true });\n  }\n\n  /** Another',
    to: 'await this.write([], { release: true });\n  }\n\n  /** Another',
  },
  {
    safeguard: 'only what was linked for good is judged by a sample (erased)',
    file: 'write/disassemble.ts',
    from: 'settled: isFinal ? settledContent(keys, content) : content',
    to: 'settled: settledContent(keys, content)',
  },
  {
    safeguard: 'only what was linked for good is judged by a sample (changed)',
    file: 'write/change-content.ts',
    from: 'const left = wasPublishing ? removed : ',
    to: 'const left = ',
  },
  {
    safeguard: 'a cut is not judged by a sample',
    file: 'write/disassemble.ts',
    from: '(isErasureOnly ? settled : content)',
    to: '(content === undefined ? content : settled)',
  },
  {
    safeguard: 'a record that was linked by a suggesting key is joined in the sample',
    file: 'write/still-connected.ts',
    from: 'if (isHere(record.stored.node)) must.add(recordID);',
    to: '',
  },
  {
    safeguard: 'a posting without its record is not judged by a sample',
    file: 'write/still-connected.ts',
    from: 'if (record?.stored.recordVersion !== recordVersion) return false;',
    to: 'if (record?.stored.recordVersion !== recordVersion) continue;',
  },
  {
    safeguard: 'every key that was removed is joined in the sample',
    file: 'write/still-connected.ts',
    from: 'return joined.size === 1;',
    to: 'return joined.size > 0;',
  },
  {
    safeguard: 'every key that was removed has a holder in the sample',
    file: 'write/still-connected.ts',
    from: 'if (holders.some((holder) => holder === undefined)) return false;',
    to: '',
    also: ['...(holders as number[])]', '...holders.filter((holder) => holder !== undefined)]'],
  },
  {
    safeguard: 'new content is joined in the sample',
    file: 'write/still-connected.ts',
    from: '    must.add(content.recordID);\n',
    to: '',
  },
  {
    safeguard: 'a record with cuts joins nothing in the sample',
    file: 'write/still-connected.ts',
    from: 'records.filter(({ stored }) => stored.removedLinks.length === 0);',
    to: 'records.filter(() => true);',
  },
  {
    safeguard: 'a record of the sample stands in the entity',
    file: 'write/still-connected.ts',
    from: 'const here = read.filter(({ stored }) => isHere(stored.node));',
    to: 'const here = read;',
  },
  {
    safeguard: 'a generic key is not judged by a sample',
    file: 'write/still-connected.ts',
    from: 'if (next !== undefined || items.some(isOverFrequentMark)) return undefined;',
    to: 'if (next !== undefined) return undefined;',
  },
  {
    safeguard: 'erasure takes the cuts of its partners along',
    file: 'write/disassemble.ts',
    from: "          unchangedText('c', listText(stored.removedLinks)),\n",
    to: '',
  },
  {
    safeguard: 'the creator of an erased record still counts it',
    file: 'write/disassemble.ts',
    from: '...(isOpen(creating, creator) ? [erasedRecordWrite(creator, creating!)] : []),',
    to: '',
  },
  {
    safeguard: 'an operation on a slate is counted once',
    file: 'items/pending-shard.ts',
    from: '          { attribute: operation, equals: content },\n',
    to: '',
  },
  {
    safeguard: 'an operation on a slate is counted although its record was erased meanwhile',
    file: 'items/pending-shard.ts',
    from: '          ...(unlessErased ? [{ attribute: operation + ERASED, absent: true as const }] : []),\n',
    to: '',
  },
  {
    safeguard: 'an operation is counted although its record was erased meanwhile',
    file: 'items/journal.ts',
    from: "const unlessErased = stored ? [] : [{ attribute: 's', absent: true as const }];",
    to: 'const unlessErased = [] as const;',
  },
  {
    safeguard: 'what is answered without a write was looked at again',
    file: 'write/submit.ts',
    from: '  const finished = await finishedOperations(store, stored);',
    to: '  const finished = await finishedOperations(store, [...stored]);',
  },
  {
    safeguard: 'a shortened pointer keeps the epochs that it passes over',
    file: 'forest/nodes.ts',
    from: '...(touched ? { v: 1 } : {}) ',
    to: '',
  },
  {
    safeguard: 'rebuilds go by fragment, not by the root that was seen',
    file: 'write/removal.ts',
    from: '    if (handled.has(node)) continue;',
    to: '    if (handled.size > 0) continue;',
  },
  {
    safeguard: 'a union leaves a notice',
    file: 'forest/nodes.ts',
    from: '    ...unionOutbox(cause, parent.root, child.root),\n',
    to: '',
    of: 'events',
  },
  {
    safeguard: 'a split leaves a notice',
    file: 'write/rebuild.ts',
    from: '          ...splitOutbox(\n            this.context.cause,',
    to: '          ...splitOutbox(\n            undefined,',
    of: 'events',
  },
  {
    safeguard: 'an erasure leaves a notice',
    file: 'write/disassemble.ts',
    from: '      ...erasureOutbox(context.cause, stored),\n',
    to: '',
    of: 'events',
  },
  {
    safeguard: 'a submit turns its journal entry into a notice',
    file: 'write/submit.ts',
    from: '{ records: work.created, entities: work.founded }, notice);',
    to: '{ records: work.created, entities: work.founded }, []);',
    of: 'events',
  },
  {
    safeguard: 'the notice of an operation on a slate goes first',
    file: 'items/pending-shard.ts',
    from: '  if (notice.length > 0) await store.write(notice.map(({ update, set }): Put => ({ put: { ...update, ...set } })));\n',
    to: '',
    also: [
      '    return outcome!.applied;',
      '    await store.write(notice.map(({ update, set }): Put => ({ put: { ...update, ...set } })));\n    return outcome!.applied;',
    ],
    of: 'events',
  },
  {
    safeguard: 'a change turns its journal entry into a notice',
    file: 'write/change-content.ts',
    from: 'if (notice.length === 0) await',
    to: 'if (notice.length >= 0) await',
    of: 'events',
  },
  {
    safeguard: 'the sweeper turns a journal entry into a notice',
    file: 'write/sweep.ts',
    from: 'await closeFound(store, found, counts, notice)',
    to: 'await closeFound(store, found, counts, [])',
    of: 'events',
  },
  {
    safeguard: 'an event takes its place only if nobody told something meanwhile',
    file: '../events/publication.ts',
    from: "    if: [before === undefined ? { item: 'absent' } : { attribute: 's', equals: before.sequence }],\n",
    to: '',
    of: 'events',
  },
  {
    safeguard: 'no newer event goes out before one that may not have been taken',
    file: '../events/outbox-relay.ts',
    from: '    await this.sendPending(affected);\n',
    to: '',
    of: 'events',
  },
  {
    safeguard: 'an entity that is taken apart during the look is looked at later',
    file: '../events/entity-state.ts',
    from: 'now.heartbeat !== state.heartbeat || now.version !== state.version || ',
    to: '',
    of: 'events',
  },
  {
    safeguard: 'a notice goes only when everything was told that it is about',
    file: '../events/outbox-relay.ts',
    from: 'entries.filter((entry) => !blocked.has(entry))',
    to: 'entries.filter(() => true)',
    of: 'events',
  },
  {
    safeguard: 'a posting that a search believed must lead to its record',
    file: 'read/search.ts',
    from: '|| lostCandidate(hit, found)',
    to: '|| (look !== 0 && lostCandidate(hit, found))',
    of: 'searches',
    seed: '10300',
  },
];

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    from: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const from = resolve(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'entity-data-mutations-'));
try {
  for (const folder of ['functions', 'src', 'test'])
    cpSync(join(from, folder), join(copy, folder), { recursive: true });
  cpSync(join(from, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(copy, 'node_modules'));
  for (const { safeguard, file, from: before, to, also, of = 'changes', seed = '1' } of mutations) {
    if (!safeguard.includes(values.only)) continue;
    const path = join(copy, RESOLUTION, file);
    const source = readFileSync(path, 'utf8');
    let mutated = source;
    for (const [gone, instead] of [[before, to], ...(also === undefined ? [] : [also])] as const) {
      if (mutated.split(gone).length !== 2) throw new Error(`${file} does not hold once: ${gone}`);
      mutated = mutated.replace(gone, () => instead);
    }
    writeFileSync(path, mutated);
    const run = spawnSync(
      process.execPath,
      [
        join(copy, 'test/model/run-histories.ts'),
        '--histories',
        values.histories,
        '--from',
        values.from ?? seed,
        '--enough',
        '1',
        '--of',
        of,
      ],
      { encoding: 'utf8', timeout: 300_000 },
    );
    writeFileSync(path, source);
    const told = run.stderr.split('\n').filter((line) => /^(?:seed|race)/.test(line));
    const first = told.find((line) => !line.endsWith(': stands still'));
    const standing = told.find((line) => line.endsWith(': stands still'));
    console.log(
      `${verdictOf(run, first, standing)}: without "${safeguard}"${first === undefined ? '' : ` — ${first.slice(0, 120)}`}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function verdictOf(
  run: { status: number | null; error?: Error | undefined },
  violation: string | undefined,
  standing: string | undefined,
): string {
  if (run.status === 0) return 'NOT FOUND';
  if (violation !== undefined) return 'found';
  return standing !== undefined || run.error !== undefined || run.status === WAITS_FOR_NOTHING
    ? 'STANDS STILL'
    : 'BROKEN, nothing ran';
}
