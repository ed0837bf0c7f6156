import type { SyntaxChange } from './syntax-pattern.ts';

/** A safeguard that is switched off. */
export interface Mutation extends SyntaxChange {
  readonly safeguard: string;
  /** What else goes, where the safeguard alone would make an operation repeat itself for ever. */
  readonly also?: SyntaxChange;
  /** The histories that could notice; those of changes unless it says otherwise. */
  readonly of?: 'events' | 'searches' | 'pages' | 'reads' | 'rules' | 'decisions' | 'reviews' | 'coherence';
  /** The first seed to try, where a violation is so rare that it was looked for once. */
  readonly seed?: number;
}

/**
 * Each names its place by syntax (syntax-pattern.ts). After a rename or a restructuring, change `find` and `put` of the
 * mutation that test/unit/model/mutations.slow.test.ts names.
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
    find: '[...unchangedPlace($stored), ...$reserved]',
    put: 'unchangedPlace($stored)',
  },
  {
    safeguard: 'a record is taken over where it was read',
    find: '[...unchangedOperation($stored), unchangedNode($stored)]',
    put: 'unchangedOperation($stored)',
  },
  {
    safeguard: 'a record that is moved has the groups that were read',
    find: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), unchangedKeys($stored), $groups]',
    put: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), unchangedKeys($stored)]',
  },
  {
    safeguard: 'the sweeper takes the reservation away first',
    find: 'if (reserved !== undefined) await takeReservation($$arguments);',
    put: '',
  },
  {
    safeguard: 'a record is reserved before the journal entry is opened',
    find: '[{ each: [reservation($$first)] }, ...$announcing, $$others]',
    put: '[...$announcing, { each: [reservation($$first)] }, $$others]',
  },
  {
    safeguard: 'what was published late is noted for the sweeper',
    find: 'if ($removed.length > 0) $write;',
    put: 'if ($removed.length > 1_000) $write;',
    within: 'noteOrphanedKeys',
  },
  {
    safeguard: 'a link is removed only while its journal entry is open',
    find: 'await $store.transact([stillOpen($operation), $$writes])',
    put: 'await $store.transact([$$writes])',
    also: {
      find: 'if ($refused.some(({ index }) => index === 0)) throw takenForDead();',
      put: '',
    },
  },
  {
    safeguard: 'the sweeper takes the entry from a process that removes a link',
    find: 'if ($rebuild.length > 0) await $store.write([takingWrite($entry)]);',
    put: '',
  },
  {
    safeguard: 'publish before the neighbours are read',
    find: 'const $owners = await publishKeys($$arguments); await $candidates.read($$read);',
    put: 'await $candidates.read($$read); const $owners = await publishKeys($$arguments);',
  },
  {
    safeguard: 'a version that moved makes a submit read again',
    find: 'let untouched = $version === 0;',
    put: 'let untouched = true;',
  },
  {
    safeguard: 'a lock at the last read makes a submit wait',
    find: `$state.lock === undefined && $state.constraints.text === '' && !$state.empty`,
    put: `$state.constraints.text === '' && !$state.empty`,
  },
  {
    safeguard: 'a union fails on a locked root',
    find: 'IS_UNLOCKED',
    put: '',
    within: 'unchangedRoot',
  },
  {
    safeguard: 'a union fails when the version moved',
    find: `$epoch === 0 ? { attribute: 'v', absent: true } : { attribute: 'v', equals: $epoch }`,
    put: '',
  },
  {
    safeguard: 'a union fails when the constraints changed',
    find: 'hasConstraints($constraints.text)',
    put: '',
    within: 'unchangedRoot',
  },
  {
    safeguard: 'the roots are the same before and after the neighbours',
    find: '!$stayed || !isStable($before, $after)',
    put: '!$stayed',
  },
  {
    safeguard: 'what a record was placed for must still be there',
    find: `$reason !== 'neighbour' || !isPlacementIntact($$arguments)`,
    put: `$reason !== 'neighbour'`,
  },
  {
    safeguard: 'the owner that a record was placed by is in the same node',
    find: '$owner.claimedBy === $placedBy.claimedBy && $owner.owners.includes($present.stored.node)',
    put: '$owner.claimedBy === $placedBy.claimedBy && $owner.owners.length > 0',
  },
  {
    safeguard: 'a record is not placed for itself, nor for a record that came for it',
    find: '$owner.claimedBy === $placedBy.claimedBy && $owner.owners.includes($present.stored.node)',
    put: '$owner.owners.includes($present.stored.node)',
  },
  {
    safeguard: 'an unfinished record of unknown reason is judged by a rebuild',
    find: `isPlacementSure: $reason === 'founded'`,
    put: `isPlacementSure: $reason !== 'neighbour'`,
    seed: 501500,
  },
  {
    safeguard: 'what was published after its record was gone is taken back',
    find: '$removed.length > 0 ? await rebuildAll($$arguments) : $none',
    put: '$none',
  },
  {
    safeguard: 'a posting is only a hint, the record item says where a candidate stands',
    find: `const $hasContent = $candidate.recordVersion === $posting.recordVersion;
      if (!$hasContent || $isUnlinked) continue;
      if (!$verified.has($candidate.node)) $verified.set($candidate.node, $candidate);`,
    put: `const $hasContent = $candidate.recordVersion === $posting.recordVersion;
      if (!$hasContent || $isUnlinked) continue;
      if (!$verified.has($posting.node)) $verified.set($posting.node, $candidate);`,
  },
  {
    safeguard: 'a record unites others only with its own entity (settled)',
    find: '$other.root === $own.root || $other.state.empty || cannotLink($own, $other, $context.mostBans)',
    put: '$other.root === $own.root || $other.state.empty',
  },
  {
    safeguard: 'every key names the entity of each holder',
    find: 'if (await nameInKeyOwners($$arguments)) return $again;',
    put: '',
  },
  {
    safeguard: 'for a record with removed links, another record must hold the key',
    find: '$one.stored.removedLinks.length === 0 ? $alone : $others',
    put: '$one.stored.removedLinks.length < 1_000 ? $alone : $others',
  },
  {
    safeguard: 'the tree stands still: the lock is checked to be on the root',
    find: 'if ($root === $fragment || (await findRoots($$arguments)).get($fragment) === $root) return $lock;',
    put: 'return $lock;',
  },
  {
    safeguard: 'every write of a rebuild is fenced',
    find: 'if: [holdsLock($token)]',
    put: '',
  },
  {
    safeguard: 'breaking a lock moves the version',
    find: '({ v: 1, y: 1 })',
    put: '{ y: 1 }',
    within: 'breakLockWrite',
  },
  {
    safeguard: 'a rebuild that takes something out moves the version',
    find: '$plan.leaves || $leaving.length > 0 || $empty',
    put: 'false',
  },
  {
    safeguard: 'a moved record is as it was judged',
    find: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), $keys, $groups]',
    put: '[unchangedNode($stored), unchangedLinks($stored)]',
  },
  {
    safeguard: 'a record has not moved between its first read and the roots',
    find: '!$stayed || !isStable($before, $after)',
    put: '!isStable($before, $after)',
  },
  {
    safeguard: 'a moved record has the removed links that were judged',
    find: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), $keys, $groups]',
    put: '[unchangedNode($stored), unchangedVersion($stored)]',
  },
  {
    safeguard: 'after a link is removed, the records are rebuilt where they stand then',
    find: 'nodes: [...$nodes, ...(await nodesOf($store, $unlinked))]',
    put: 'nodes: $nodes',
    within: 'rebuildRemaining',
  },
  {
    safeguard: 'after an interrupted removal of links, the sweeper rebuilds where the records stand then',
    find: 'async ($$parameters): Promise<string[]> => [...$named, ...(await nodesOf($store, $unlinked))]',
    put: 'async ($$parameters): Promise<string[]> => [...$named]',
  },
  {
    safeguard: 'a record of a batch stays only where the others stayed',
    find: 'if ($placedBy === undefined) return hasFollowedTogether($$arguments);',
    put: 'if ($placedBy === undefined) return true;',
  },
  {
    safeguard: 'every node has the same root at both reads',
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
    find: '({ ...nodeKey($node), p: $root, v: 1, t: 1 })',
    put: '{ ...nodeKey($node), v: 1 }',
    also: { find: `if: [{ attribute: 'p', equals: $root }]`, put: '', within: 'detachWrite' },
  },
  {
    safeguard: 'key owners follow the parts',
    find: `const $pointed = await pointKeyOwners($$arguments); if ($pointed !== 'applied') return $outcome;`,
    put: '',
  },
  {
    safeguard: 'parts take the constraints along',
    find: `...($constraints === '' ? {} : { set: { b: $constraints } })`,
    put: '',
    within: 'detachWrite',
  },
  {
    safeguard: 'postings go under the lock',
    find: 'await removePostings($$arguments);',
    put: '',
    within: 'rebuildTree',
  },
  {
    safeguard: 'nothing is revived in an emptied entity',
    find: 'if (!$state.empty) { $$statements; }',
    put: '{ $$statements }',
  },
  {
    safeguard: 'erasure waits while a process still publishes the record',
    find: '!isOpen($creating, $creator) && !isOpen($changing, $operation)',
    put: 'true',
  },
  {
    safeguard: 'a change waits while a process still publishes the old content',
    find: '$rebuilt.complete && $complete && !$isPublishing',
    put: '$rebuilt.complete && $complete',
  },
  {
    safeguard: 'a rebuild serves only those whose records it saw without the content',
    find: '$waiting.filter(($one) => $one.removed.every(($content) => isGone($content, $seen)))',
    put: '$waiting.filter(() => true)',
  },
  {
    safeguard: 'a rebuild that serves others moves the version',
    find: 'return $fence.release({ leaves: true });',
    put: 'return $fence.release();',
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
    safeguard: 'a removed link is not judged by a sample',
    find: '$removals.map(({ content, settled }) => ($isErasureOnly ? settled : content))',
    put: '$removals.map(({ content, settled }) => (content === undefined ? content : settled))',
  },
  {
    safeguard: 'a record that was linked by a blocking key is joined in the sample',
    find: 'if (isHere($record.stored.node)) $must.add($recordID);',
    put: '',
  },
  {
    safeguard: 'a posting without its record is not judged by a sample',
    find: 'if ($record?.stored.recordVersion !== $recordVersion) return false;',
    put: 'if ($record?.stored.recordVersion !== $recordVersion) continue;',
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
    safeguard: 'a record with removed links joins nothing in the sample',
    find: '$records.filter(({ stored }) => stored.removedLinks.length === 0)',
    put: '$records.filter(() => true)',
  },
  {
    safeguard: 'a record of the sample stands in the entity',
    find: '$read.filter(({ stored }) => isHere(stored.node))',
    put: '$read',
  },
  {
    safeguard: 'an over-frequent key is not judged by a sample',
    find: '$next !== undefined || $items.some(isOverFrequentMark)',
    put: '$next !== undefined',
  },
  {
    safeguard: 'erasure takes the removed links of its partners along',
    find: 'unchangedLinks($stored)',
    put: '',
    within: 'eraseWrite',
  },
  {
    safeguard: 'the creator of an erased record still counts it',
    find: '...(isOpen($creating, $creator) ? [erasedRecordWrite($$arguments)] : [])',
    put: '',
  },
  {
    safeguard: 'an operation in a pending-operations shard is counted once',
    find: '[{ attribute: $operation, equals: $content }, ...($unlessErased ? $absent : [])]',
    put: '[...($unlessErased ? $absent : [])]',
  },
  {
    safeguard: 'an operation in a pending-operations shard is counted although its record was erased meanwhile',
    find: '[{ attribute: $operation, equals: $content }, ...($unlessErased ? $absent : [])]',
    put: '[{ attribute: $operation, equals: $content }]',
  },
  {
    safeguard: 'an operation is counted although its record was erased meanwhile',
    find: `$stored ? [] : [{ attribute: 's', absent: true as const }]`,
    put: '([] as const)',
  },
  {
    safeguard: 'what is answered without a write was read again',
    find: 'const { read, finished } = await readAgain($store, $first, $updateRecords);',
    put: 'const { finished } = await readAgain($store, $first, $updateRecords); const read = $first;',
  },
  {
    safeguard: 'a shortened pointer keeps the versions that it passes over',
    find: '...($touched ? { v: 1 } : {})',
    put: '',
    within: 'shortenWrite',
  },
  {
    safeguard: 'rebuilds go by node, not by the root that was seen',
    find: 'if ($handled.has($fragment)) continue;',
    put: 'if ($handled.size > 0) continue;',
    within: 'rebuildAll',
  },
  {
    safeguard: 'a union leaves an outbox entry',
    find: '...unionOutbox($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'a split leaves an outbox entry',
    find: '...splitOutbox($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'an erasure leaves an outbox entry',
    find: '...erasureOutbox($$arguments)',
    put: '',
    of: 'events',
  },
  {
    safeguard: 'a submit leaves an outbox entry',
    find: '[...writesOf($publication), ...$outbox]',
    put: 'writesOf($publication)',
    within: 'storeAndPublish',
    of: 'events',
  },
  {
    safeguard: 'a submit leaves its outbox entry after its records',
    find: `[
    { each: [reservation($$first)] },
    ...$announcing,
    recordStep($$records),
    { each: [...writesOf($publication), ...$outbox] },
  ]`,
    put: `[
    { each: [reservation($$first), ...$outbox] },
    ...$announcing,
    recordStep($$records),
    { each: writesOf($publication) },
  ]`,
    of: 'events',
  },
  {
    safeguard: 'the outbox entry of an operation in a pending-operations shard goes first',
    find: `if ($notice.length > 0) $note;
      try { const [$outcome] = $counted; return present($outcome, $invariant).applied; } catch ($error) { $$handling; }`,
    put: `try { const [$outcome] = $counted; $note return present($outcome, $invariant).applied; } catch ($error) { $$handling }`,
    of: 'events',
  },
  {
    safeguard: 'a change turns its journal entry into an outbox entry',
    find: 'close($store, $operation, $outbox)',
    put: 'close($store, $operation, [])',
    within: 'changeContent',
    of: 'events',
  },
  {
    safeguard: 'the sweeper turns a journal entry into an outbox entry',
    find: 'closeFound($store, $found, $outbox, $closing)',
    put: 'closeFound($store, $found, [], $closing)',
    of: 'events',
  },
  {
    safeguard: 'an event takes its place only if no other run published meanwhile',
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
    safeguard: 'an entity that is taken apart during the read is read later',
    find: '$now.heartbeat !== $state.heartbeat || $now.version !== $state.version || $parent',
    put: '$parent',
    of: 'events',
  },
  {
    safeguard: 'an outbox entry goes only when all events that it is about were published',
    find: '$notices.filter(($notice) => !$blocked.has($notice))',
    put: '$notices.filter(() => true)',
    within: 'finish',
    of: 'events',
  },
  {
    safeguard: 'a posting that a search believed must lead to its record',
    find: 'if ($lost.length === 0 || $read === MOST_READS) return $answer;',
    put: 'return $answer;',
    of: 'searches',
    seed: 10300,
  },
  {
    safeguard: 'a record that moved after its entity joined another is read again',
    find: 'return $joined || this.wereRebuilt($roots, $items);',
    put: 'return this.wereRebuilt($roots, $items);',
    of: 'searches',
  },
  {
    safeguard: 'a page passes over the entities that earlier pages showed',
    find: '[$id, ...$tree.aliases].some(($one) => this.shown.has(markOf($one)))',
    put: 'false',
    of: 'pages',
  },
  {
    safeguard: 'a page passes over an entity that was shown under an alias',
    find: '[$id, ...$tree.aliases].some(($one) => this.shown.has(markOf($one)))',
    put: 'this.shown.has(markOf($id))',
    of: 'pages',
  },
  {
    safeguard: 'a candidate that is not where its posting says is looked up',
    find: 'if ($record?.recordVersion === $candidate.recordVersion) $candidate.node = $record.node; else $finish',
    put: '$finish',
    of: 'pages',
  },
  {
    safeguard: 'a page ends before what was not read of the windowed list',
    find: 'earlierOf(this.waiting()[0]?.place, this.horizon)',
    put: 'this.waiting()[0]?.place',
    of: 'pages',
  },
  {
    safeguard: 'the later look at an entity of a page replaces the earlier one',
    find: '$before.push(...this.leave([$id, ...$tree.aliases]));',
    put: '$before.push(...this.leave([$id]));',
    of: 'pages',
  },
  {
    safeguard: 'a record that left an entity of the page between two looks is looked for again',
    find: 'for (const $posting of $before) $candidates.reopen($posting);',
    put: '',
    of: 'pages',
    seed: 20700,
  },
  {
    safeguard: 'the root of several nodes is read again',
    find: 'if ($node !== $root || !foundOf(this.seen, $node).isSnapshot) $unsure.add($root);',
    put: 'if (!foundOf(this.seen, $node).isSnapshot) $unsure.add($root);',
    of: 'reads',
  },
  {
    safeguard: 'the root of one node is read again if a part was made while its page was read',
    find: '$page.next === undefined && isOneMoment($seen)',
    put: '$page.next === undefined',
    of: 'reads',
  },
  {
    safeguard: 'what came since the parts of a large entity were found is judged under the lock',
    find: 'if (await isJoined($$arguments)) continue;',
    put: '',
  },
  {
    safeguard: 'a small operation begins only under the epoch of its rules',
    find: 'underEpoch($epoch)',
    put: "({ attribute: 'none', absent: true } as const)",
    within: 'noteWrite',
    of: 'rules',
  },
  {
    safeguard: 'a changed record is checked against the epoch at its end',
    find: 'await notingOrphanedKeys($context, [$changed], () => demandEpoch($$arguments));',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'unions and splits are made only under the epoch of their rules',
    find: 'underEpoch($epoch)',
    put: "({ attribute: 'none', absent: true } as const)",
    within: 'countWrites',
    of: 'rules',
  },
  {
    safeguard: 'a phase waits for the operations that began before it',
    find: 'return !$waiting.some(($operation) => $open.has($operation));',
    put: 'return true;',
    of: 'rules',
  },
  {
    safeguard: 'records that come meanwhile get the keys of both rules',
    find: 'isFlipped($phase) ? new RulePair($to, $from) : new RulePair($from, $to)',
    put: 'isFlipped($phase) ? new RulePair($to, $from) : $from',
    of: 'rules',
  },
  {
    safeguard: 'the keys of the former rules are kept while entities change',
    find: 'isFlipped($phase) ? new RulePair($to, $from) : new RulePair($from, $to)',
    put: 'isFlipped($phase) ? $to : new RulePair($from, $to)',
    of: 'rules',
  },
  {
    safeguard: 'stored records get the keys of the next rules',
    find: "await relinkAll($context, $todo, 'publish dormant keys');",
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'keys are noted before they are published',
    find: 'notedKeys($given, $stored.written)',
    put: '$stored.written',
    within: 'relinkRecords',
    of: 'rules',
  },
  {
    safeguard: 'entities that the rules part are split',
    find: 'if ($parts.length > 1 || $seen.torn) $note;',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'while entities are split, two are split before they are united',
    find: 'if ($unsplit.length > 0) return { retry: await splitFirst($$arguments) };',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'while entities are split, a small operation unites none of them',
    find: '$isSplitting === true || $placed.some(({ hasRemovedLinks }) => hasRemovedLinks)',
    put: '$placed.some(({ hasRemovedLinks }) => hasRemovedLinks)',
    of: 'rules',
  },
  {
    safeguard: 'while entities are split, a new record is put into none of them',
    find: '$isSplitting ? unjudged($arrival) : await judgeArrival($$arguments)',
    put: 'await judgeArrival($$arguments)',
    of: 'rules',
  },
  {
    safeguard: 'entities that the rules join are united',
    find: "if ($todo.length > 0) await relinkAll($context, $todo, 'link');",
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'a sweeper notes only keys of the rules in force',
    find: 'const writes = [$note, epochCheck($operation, $epoch), ...$removing];',
    put: 'const writes = [$note, ...$removing];',
    of: 'rules',
  },
  {
    safeguard: 'the sweeper removes the keys of former rules that a process noted late',
    find: 'exceptKeys(notedKeys($member.given, $stored.written), $stale)',
    put: 'notedKeys($member.given, $stored.written)',
    of: 'rules',
    seed: 604_023,
  },
  {
    safeguard: 'a submit that takes over keys of former rules leaves its entry to the sweeper',
    find: '!$linked.complete || $placements.some(hasStaleKeys)',
    put: '!$linked.complete',
    of: 'rules',
  },
  {
    safeguard: 'keys of former rules are deleted',
    find: 'const { writeUnits, cleaned } = await removeKeys($context, $todo);',
    put: 'const { writeUnits, cleaned } = { writeUnits: 0, cleaned: $todo.length };',
    of: 'rules',
  },
  {
    safeguard: 'keys of records in use are deleted later',
    find: '$cleaned < $stale.length',
    put: 'false',
    within: 'cleanPass',
    of: 'rules',
  },
  {
    safeguard: 'an entity with a dormant key is named as an owner of it',
    find: 'if (dormantHashes($record).some($$any)) return undefined;',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'the sweeper notes the keys that a record lacks',
    find: '$isNoted ? [] : [{ stored, stale, written }]',
    put: '[]',
    within: 'noteGivenKeys',
    of: 'rules',
  },
  {
    safeguard: 'what was published late by former rules is found',
    find: 'if ($stored?.recordVersion !== $recordVersion) return $hashes; if ($stored.written === undefined) return $none;',
    put: 'if ($stored?.recordVersion !== $recordVersion) return $hashes; return { exact: [], blocking: [] };',
    of: 'rules',
  },
  {
    safeguard: 'owners of keys that the rules do not give are not made anew',
    find: 'if ($before.length === 0 && !$holding.given.has($hash)) return [];',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'a record that is erased has the keys that were read',
    find: "[unchangedVersion($stored), unchangedNode($stored), { attribute: 'o', equals: $stored.operation }, unchangedLinks($stored), unchangedKeys($stored), $groups]",
    put: "[unchangedVersion($stored), unchangedNode($stored), { attribute: 'o', equals: $stored.operation }, unchangedLinks($stored), $groups]",
    of: 'rules',
  },
  {
    safeguard: 'a record that is moved has the keys that were read',
    find: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), unchangedKeys($stored), $groups]',
    put: '[unchangedNode($stored), unchangedVersion($stored), unchangedLinks($stored), $groups]',
    of: 'rules',
  },
  {
    safeguard: 'every process raises the epoch before it goes by the rules of a step',
    find: 'await raise($store, pendingShardKeys, $step);',
    put: '',
    of: 'rules',
  },
  {
    safeguard: 'a link that is taken back takes its records out of the group',
    find: 'linksWrite($record, { groups: $left, removedLinks: $record.removedLinks })',
    put: 'linksWrite($record, { groups: $record.groups, removedLinks: $record.removedLinks })',
    within: 'undoLink',
    of: 'decisions',
  },
  {
    safeguard: 'a separation that is taken back lifts its constraint',
    find: 'await removeSides($$arguments);',
    put: '',
    of: 'decisions',
  },
  {
    safeguard: 'the removed links of a separation that is taken back return',
    find: 'for (const $pair of $decision.removedLinks) await restoreLink($$arguments);',
    put: '',
    of: 'decisions',
  },
  {
    safeguard: 'a separation looks for another path until the two are apart',
    find: 'return $complete ? { retry: true } : { done: false };',
    put: 'return { done: true };',
    within: 'separateOnce',
    of: 'decisions',
    seed: 300,
  },
  {
    safeguard: 'a separation puts a constraint between the entities',
    find: 'if ($x.root !== $y.root) return constrain($$arguments);',
    put: 'if ($x.root !== $y.root) return { done: true };',
    of: 'decisions',
  },
  {
    safeguard: 'an erased record is removed from decisions',
    find: 'await forgetIn($$arguments);',
    put: '',
    of: 'decisions',
  },
  {
    safeguard: 'the history of an erased record is deleted',
    find: 'if (isHistoryEntry($item)) { await forgetEvent($$arguments); continue; }',
    put: 'if (isHistoryEntry($item)) { continue; }',
    of: 'reviews',
  },
  {
    safeguard: 'history that is written beside an erasure is deleted',
    find: 'await forgetGone($store, $records, $recordEvents);',
    put: '',
    within: 'recordHistory',
    of: 'reviews',
  },
  {
    safeguard: 'a run of the history keeps the entities that an ended one wrote down',
    find: 'return before === undefined ? event : readRecordEvent(before);',
    put: 'return event;',
    of: 'reviews',
    seed: 1236,
  },
  {
    safeguard: 'the pairs of an erased record leave the review queue',
    find: 'if (isReviewEntry($item)) { await forgetReview($$arguments); continue; }',
    put: 'if (isReviewEntry($item)) { continue; }',
    of: 'reviews',
    seed: 190,
  },
  {
    safeguard: 'a component is rebuilt after its records are linked',
    find: 'await holdTogether($context, { entities: new Map($several), complete }, $deadline, $limit)',
    put: '{ entities: new Map($several), complete }',
    of: 'coherence',
  },
  {
    safeguard: 'a changed record is judged with its component',
    find: 'return holdTogether($context, $settled, $deadline);',
    put: 'return $settled;',
    of: 'coherence',
  },
  {
    safeguard: 'nodes that leave a component leave owners for the keys of those that stay',
    find: '$all.some(({ leaves }) => leaves) ? $all.map(({ record }) => record) : $moving',
    put: '$moving',
    of: 'coherence',
  },
  {
    safeguard: 'a search finds each entity that has an exact key',
    find: 'if ($leaders.size < 2 && !$sure.has($hash)) $holders.delete($hash);',
    put: 'if (!$sure.has($hash)) $holders.delete($hash);',
    of: 'coherence',
  },
  {
    safeguard: 'a tree that was read at different moments is not believed',
    find: 'if (isTorn($tree, $root)) { $$statements; }',
    put: '',
    of: 'coherence',
  },
];
