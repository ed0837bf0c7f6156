import type { SyntaxChange } from './syntax-pattern.ts';

/** A safeguard that is switched off. */
export interface Mutation extends SyntaxChange {
  readonly safeguard: string;
  /** What else goes, where the safeguard alone would make an operation repeat itself for ever. */
  readonly also?: SyntaxChange;
  /** The histories that could notice; those of changes unless it says otherwise. */
  readonly of?: 'events' | 'searches';
  /** The first seed to try, where a violation is so rare that it was looked for once. */
  readonly seed?: number;
}

/**
 * Each names its place by syntax (syntax-pattern.ts). After a rename or a restructuring, change `find` and `put` of the
 * mutation that test/unit/model/mutations.test.ts names.
 */
export const mutations: readonly Mutation[] = [
  {
    safeguard: 'the sweeper does an operation again',
    find: 'if (!$rebuilt && $removed.length + $entry.rebuild.length > 0) { $$statements; }',
    put: 'if ($entry.recordIDs.length > 1_000) { $$statements }',
    also: {
      find: 'await rebuildTogether($$arguments)',
      put: 'new Set<string>()',
    },
  },
  {
    safeguard: 'the records of a batch are stored in one transaction',
    find: '$writes.length === 1 ? { each: $writes } : { all: $writes }',
    put: '{ each: $writes }',
  },
  {
    safeguard: 'the sweeper leaves alone what is being done',
    find: 'unfinishedWork($store, $context.now() - REDO_AGE)',
    put: 'unfinishedWork($store, $context.now() - 1)',
  },
  {
    safeguard: 'a record is stored only while it is reserved',
    find: '$isReserved ? [reservedBy($operation)] : []',
    put: '[]',
  },
  {
    safeguard: 'an unfinished record is taken over only while it is reserved',
    find: `[{ attribute: 'o', equals: $operation }, { attribute: 'i', equals: $content }, ...$reserved]`,
    put: `[{ attribute: 'o', equals: $operation }, { attribute: 'i', equals: $content }]`,
  },
  {
    safeguard: 'the sweeper takes the reservation away first',
    find: 'if ($recordIDs.length > 0) await takeReservation($$arguments);',
    put: '',
  },
  {
    safeguard: 'a record is reserved before the journal entry is opened',
    find: '[{ each: [reservation($$first)] }, { each: announcement($$second) }, $$others]',
    put: '[{ each: announcement($$second) }, { each: [reservation($$first)] }, $$others]',
  },
  {
    safeguard: 'what was published late is noted for the sweeper',
    find: 'if ($removed.length > 0) $write;',
    put: 'if ($removed.length > 1_000) $write;',
    within: 'noteStrays',
  },
  {
    safeguard: 'a cut is made only while its journal entry is open',
    find: 'await $store.transact([stillOpen($operation), $$writes])',
    put: 'await $store.transact([$$writes])',
    also: {
      find: 'if ($refused.some(({ index }) => index === 0)) throw takenForDead();',
      put: '',
    },
  },
  {
    safeguard: 'the sweeper takes the entry from a process that cuts',
    find: 'if ($rebuild.length > 0) await $store.write([takingWrite($entry)]);',
    put: '',
  },
  {
    safeguard: 'publish before the evidence is read',
    find: 'const $anchors = await publish($$arguments); await $candidates.read($$read);',
    put: 'await $candidates.read($$read); const $anchors = await publish($$arguments);',
  },
  {
    safeguard: 'an epoch that moved makes a submit look again',
    find: 'let untouched = $state.epoch === 0;',
    put: 'let untouched = true;',
  },
  {
    safeguard: 'a lock at the last look makes a submit wait',
    find: `$state.lock === undefined && $state.bans.text === '' && !$state.empty`,
    put: `$state.bans.text === '' && !$state.empty`,
  },
  {
    safeguard: 'a union fails on a locked root',
    find: `({ attribute: 'x', absent: true })`,
    put: '',
    within: 'unchangedRoot',
  },
  {
    safeguard: 'a union fails when the epoch moved',
    find: `$epoch === 0 ? { attribute: 'v', absent: true } : { attribute: 'v', equals: $epoch }`,
    put: '',
  },
  {
    safeguard: 'a union fails when the bans changed',
    find: `$bans.text === '' ? { attribute: 'b', absent: true } : { attribute: 'b', equals: $bans.text }`,
    put: '',
  },
  {
    safeguard: 'the roots are the same before and after the evidence',
    find: '!$stayed || !isStable($before, $after)',
    put: '!$stayed',
  },
  {
    safeguard: 'witnesses must still be there',
    find: `!($justification === 'witnessed' && hasWitnesses($$arguments))`,
    put: `$justification !== 'witnessed'`,
  },
  {
    safeguard: 'the witness of a record is in the same fragment',
    find: `if ($standings.get($fragment)!.state.empty) return false;
      $$between;
      if ('hash' in $witness) {
        const $anchor = $named;
        return $claimed && $anchor.holders.includes($fragment);
      }`,
    put: `if ($standings.get($fragment)!.state.empty) return false;
      $$between
      if ('hash' in $witness) {
        const $anchor = $named;
        const { root } = $standings.get($fragment)!;
        return $claimed && $anchor.holders.some((holder) => $standings.get(holder)?.root === root);
      }`,
  },
  {
    safeguard: 'a record is no witness of itself, nor is a record that came for it',
    find: '$found && $anchor.claimant === $witness.claimant && $anchor.holders.includes($fragment)',
    put: '$found && $anchor.holders.includes($fragment)',
  },
  {
    safeguard: 'an unfinished record of unknown reason is judged by a rebuild',
    find: `let justified = $justification === 'founded';`,
    put: `let justified = $justification !== 'witnessed';`,
    seed: 501500,
  },
  {
    safeguard: 'what was published after its record was gone is taken back',
    find: 'if ($gone.length > 0) $rebuild;',
    put: 'if ($gone.length > 1_000) $rebuild;',
    within: 'settle',
  },
  {
    safeguard: 'a posting is only a hint, the record item says where a candidate stands',
    find: `if ($candidate.incarnation !== $posting.incarnation || $isCut) return;
      if (!$standing.has($candidate.fragment)) $standing.set($candidate.fragment, $candidate);`,
    put: `if ($candidate.incarnation !== $posting.incarnation || $isCut) return;
      if (!$standing.has($posting.fragment)) $standing.set($posting.fragment, $candidate);`,
  },
  {
    safeguard: 'a record unites others only with its own entity (settled)',
    find: '$other.root === $own.root || $other.state.empty || keptApart($own, $other)',
    put: '$other.root === $own.root || $other.state.empty',
  },
  {
    safeguard: 'every key names the entity of each holder',
    find: 'if (await nameInAnchors($$arguments)) continue;',
    put: '',
  },
  {
    safeguard: 'for a cut record, another record must hold the key',
    find: 'if ($one.stored.cuts.length === 0) $alone; else $others;',
    put: 'if ($one.stored.cuts.length < 1_000) $alone else $others',
  },
  {
    safeguard: 'the tree stands still: the lock is checked to be on the root',
    find: 'if ($root === $fragment || (await findRoots($$arguments)).get($fragment) === $root) return $lock;',
    put: 'return $lock;',
  },
  {
    safeguard: 'every write of a rebuild is fenced',
    find: `if: [{ attribute: 'x', equals: this.token }]`,
    put: '',
  },
  {
    safeguard: 'breaking a lock moves the epoch',
    find: '({ v: 1, y: 1 })',
    put: '{ y: 1 }',
    within: 'waitForLock',
  },
  {
    safeguard: 'a rebuild that takes something out moves the epoch',
    find: 'this.plan.leaves || $leaving.length > 0 || $empty',
    put: 'false',
  },
  {
    safeguard: 'a moved record is as it was judged',
    find: `[$standing, { attribute: 'i', equals: $stored.incarnation }, unchangedText('c', $cuts)]`,
    put: `[$standing, unchangedText('c', $cuts)]`,
  },
  {
    safeguard: 'a record has not moved between its first look and the roots',
    find: '!$stayed || !isStable($before, $after)',
    put: '!isStable($before, $after)',
  },
  {
    safeguard: 'a moved record is cut as it was judged',
    find: `[$standing, { attribute: 'i', equals: $stored.incarnation }, unchangedText('c', $cuts)]`,
    put: `[$standing, { attribute: 'i', equals: $stored.incarnation }]`,
  },
  {
    safeguard: 'after a cut, the records are rebuilt where they stand then',
    find: '[...$fragments, ...(await fragmentsOf($store, $cut))]',
    put: '$fragments',
    within: 'disassemble',
  },
  {
    safeguard: 'after a cut that was cut off, the sweeper rebuilds where the records stand then',
    find: '[...$named, ...(await fragmentsOf($store, $cut))]',
    put: '[...$named]',
    within: 'fragmentsOfCuts',
  },
  {
    safeguard: 'a record of a batch stays only where the others stayed',
    find: 'if ($witness === undefined) { const $followed = $evidence.filter($filter); $$rest; }',
    put: 'if ($witness === undefined) return true;',
  },
  {
    safeguard: 'every fragment has the same root at both looks',
    find: `for (const [$fragment, { root, state }] of $after) {
      const $seen = $before.get($fragment);
      if ($seen === undefined || $seen.root !== root || !isSame($seen.state, state)) return false;
    }`,
    put: `const roots = new Map([...$before.values()].map((standing) => [standing.root, standing.state]));
      for (const { root, state } of $after.values()) {
        const $seen = roots.get(root);
        if ($seen === undefined || !isSame($seen, state)) return false;
      }`,
  },
  {
    safeguard: 'a part becomes an entity only when all of it is moved',
    find: '({ ...nodeKey($fragment), p: $root, v: 1, t: 1 })',
    put: '{ ...nodeKey($fragment), v: 1 }',
    also: {
      find: `if: [{ attribute: 'p', equals: $root }]`,
      put: '',
      within: 'cutOff',
    },
  },
  {
    safeguard: 'anchors follow the parts',
    find: 'await this.pointAnchors($tree, $keys);',
    put: '',
  },
  {
    safeguard: 'parts take the bans along',
    find: `...($bans === '' ? {} : { set: { b: $bans } })`,
    put: '',
    within: 'cutOff',
  },
  {
    safeguard: 'postings go under the lock',
    find: 'await this.removeTraces($removed, $seen); const $members = this.memberWrites($removed, $seen);',
    put: 'const $members = this.memberWrites($removed, $seen);',
  },
  {
    safeguard: 'nothing is revived in an emptied entity',
    find: '!this.lock.state.empty',
    put: '(this.lock.root !== "")',
  },
  {
    safeguard: 'erasure waits for an operation that still publishes the record',
    find: '!isOpen($creating, $creator) && !isOpen($changing, $operation)',
    put: 'true',
  },
  {
    safeguard: 'a change waits for an operation that still publishes the old content',
    find: '$rebuilt.complete && $complete && !$isPublishing',
    put: '$rebuilt.complete && $complete',
  },
  {
    safeguard: 'a rebuild serves only those whose records it saw without the content',
    find: '$waiting.filter(($one) => $one.removed.every(($content) => isGone($content, $seen)))',
    put: '$waiting.filter(() => true)',
  },
  {
    safeguard: 'a rebuild that serves others moves the epoch',
    find: 'await this.write([], { leaves: true, release: true });',
    put: 'await this.write([], { release: true });',
    within: 'releaseServed',
  },
  {
    safeguard: 'only what was linked for good is judged by a sample (erased)',
    find: '$isFinal ? settledContent($keys, $content) : $content',
    put: 'settledContent($keys, $content)',
  },
  {
    safeguard: 'only what was linked for good is judged by a sample (changed)',
    find: '$wasPublishing ? $removed : $removed.map($settled)',
    put: '$removed.map($settled)',
    within: 'changeContent',
  },
  {
    safeguard: 'a cut is not judged by a sample',
    find: '$removals.map(({ content, settled }) => ($isErasureOnly ? settled : content))',
    put: '$removals.map(({ content, settled }) => (content === undefined ? content : settled))',
  },
  {
    safeguard: 'a record that was linked by a suggesting key is joined in the sample',
    find: 'if (isHere($record.stored.fragment)) $must.add($recordID);',
    put: '',
  },
  {
    safeguard: 'a posting without its record is not judged by a sample',
    find: 'if ($record?.stored.incarnation !== $incarnation) return false;',
    put: 'if ($record?.stored.incarnation !== $incarnation) continue;',
  },
  {
    safeguard: 'every key that was removed is joined in the sample',
    find: 'return $joined.size === 1;',
    put: 'return $joined.size > 0;',
    within: 'areJoined',
  },
  {
    safeguard: 'every key that was removed has a holder in the sample',
    find: 'if ($holders.some(($holder) => $holder === undefined)) return false;',
    put: '',
    also: {
      find: '[...$named, ...($holders as number[])]',
      put: '[...$named, ...$holders.filter((holder) => holder !== undefined)]',
    },
  },
  {
    safeguard: 'new content is joined in the sample',
    find: '$must.add($content.recordID);',
    put: '',
    within: 'isStillConnected',
  },
  {
    safeguard: 'a record with cuts joins nothing in the sample',
    find: '$records.filter(({ stored }) => stored.cuts.length === 0)',
    put: '$records.filter(() => true)',
  },
  {
    safeguard: 'a record of the sample stands in the entity',
    find: '$read.filter(({ stored }) => isHere(stored.fragment))',
    put: '$read',
  },
  {
    safeguard: 'a generic key is not judged by a sample',
    find: '$next !== undefined || $items.some(isGeneric)',
    put: '$next !== undefined',
  },
  {
    safeguard: 'erasure takes the cuts of its partners along',
    find: `unchangedText('c', listText($stored.cuts))`,
    put: '',
    within: 'eraseRecord',
  },
  {
    safeguard: 'the creator of an erased record still counts it',
    find: '...(isOpen($creating, $creator) ? [erasedRecordWrite($$arguments)] : [])',
    put: '',
  },
  {
    safeguard: 'an operation on a slate is counted once',
    find: '[{ attribute: $operation, equals: $content }, ...($unlessErased ? $absent : [])]',
    put: '[...($unlessErased ? $absent : [])]',
  },
  {
    safeguard: 'an operation on a slate is counted although its record was erased meanwhile',
    find: '[{ attribute: $operation, equals: $content }, ...($unlessErased ? $absent : [])]',
    put: '[{ attribute: $operation, equals: $content }]',
  },
  {
    safeguard: 'an operation is counted although its record was erased meanwhile',
    find: `$stored ? [] : [{ attribute: 's', absent: true as const }]`,
    put: '([] as const)',
  },
  {
    safeguard: 'what is answered without a write was looked at again',
    find: 'await finishedOperations($store, $stored)',
    put: 'await finishedOperations($store, [...$stored])',
  },
  {
    safeguard: 'a shortened pointer keeps the epochs that it passes over',
    find: '...($touched ? { v: 1 } : {})',
    put: '',
    within: 'shorten',
  },
  {
    safeguard: 'rebuilds go by fragment, not by the root that was seen',
    find: 'if ($handled.has($fragment)) continue;',
    put: 'if ($handled.size > 0) continue;',
    within: 'rebuildAll',
  },
  {
    safeguard: 'a union leaves a notice',
    find: '...unionNotice($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'a split leaves a notice',
    find: '...splitNotice($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'an erasure leaves a notice',
    find: '...erasureNotice($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'a submit turns its journal entry into a notice',
    find: 'await closeEntry($store, $operation, $work, $counts, $notice);',
    put: 'await closeEntry($store, $operation, $work, $counts, []);',
    of: 'events',
  },
  {
    safeguard: 'the notice of an operation on a slate goes first',
    find: `if ($notice.length > 0) $note;
      try { const [$outcome] = $counted; return $outcome!.applied; } catch ($error) { $$handling; }`,
    put: `try { const [$outcome] = $counted; $note return $outcome!.applied; } catch ($error) { $$handling }`,
    of: 'events',
  },
  {
    safeguard: 'a change turns its journal entry into a notice',
    find: 'if ($notice.length === 0) $alone; else $together;',
    put: '$alone',
    within: 'changeContent',
    of: 'events',
  },
  {
    safeguard: 'the sweeper turns a journal entry into a notice',
    find: 'closeFound($store, $found, $counts, $notice)',
    put: 'closeFound($store, $found, $counts, [])',
    of: 'events',
  },
  {
    safeguard: 'an event takes its place only if no other event was published meanwhile',
    find: `if: [$before === undefined ? { item: 'absent' } : { attribute: 's', equals: $before.sequence }]`,
    put: '',
    of: 'events',
  },
  {
    safeguard: 'no newer event goes out before one that may not have been taken',
    find: 'await this.sendPending($$arguments);',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'an entity that is taken apart during the look is looked at later',
    find: '$now.beat !== $state.beat || $now.epoch !== $state.epoch || $parent',
    put: '$parent',
    of: 'events',
  },
  {
    safeguard: 'a notice goes only when everything was told that it is about',
    find: '$notices.filter(($notice) => !$blocked.has($notice))',
    put: '$notices.filter(() => true)',
    within: 'finish',
    of: 'events',
  },
  {
    safeguard: 'a record that moved after its entity joined another is read again',
    file: 'forest/forest.ts',
    from: 'return joined || this.wereRebuilt(roots, items);',
    to: 'return this.wereRebuilt(roots, items);',
    of: 'searches',
  },
  {
    safeguard: 'a posting that a search believed must lead to its record',
    find: `const $isWhole = !($torn || lostHolder($$holders) || lostCandidate($$candidates));
      if ($look === LOOKS || $isWhole) $end;`,
    put: `const $isWhole = !($torn || lostHolder($$holders) || ($look !== 0 && lostCandidate($$candidates)));
      if ($look === LOOKS || $isWhole) $end`,
    of: 'searches',
    seed: 10300,
  },
];
