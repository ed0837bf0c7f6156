import { describe, expect, it } from '@jest/globals';
import { constraintsOf } from '../../../../../src/entities/items/constraints.ts';
import { readRecord, recordItem, recordKey } from '../../../../../src/entities/items/record.ts';
import { readPostings } from '../../../../../src/entities/keys/candidates.ts';
import { createResolution } from '../../../../../src/entities/operations.ts';
import { type ChunkFindings, ChunkScan } from '../../../../../src/entities/rule-changes/evaluate/chunk-scan.ts';
import {
  FindingsJoin,
  type JoinedFindings,
  type Regrouped,
} from '../../../../../src/entities/rule-changes/evaluate/join-findings.ts';
import { KeyGroup } from '../../../../../src/entities/rule-changes/evaluate/key-group.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople } from '../../../../setup/edited-people.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyGenerations } from '../../../../setup/toy-generations.ts';

const [first, , , , , threshold] = toyGenerations;

/** An entity that the next rules part: its numbers are 1 apart. */
const treeOf = (root: string, records: number) => ({
  root,
  state: { constraints: constraintsOf([]) },
  aliases: [],
  records: Array.from({ length: records }, (_, index) => ({
    id: `${root}${index}`,
    document: JSON.stringify({ exact: [], near: [`x${index}`] }),
    digest: '',
    node: root,
    recordVersion: `${root}${String(index).padStart(6, '0')}`,
    operation: '',
    removedLinks: [],
    groups: [],
  })),
});

async function partsOf(sizes: readonly number[], minutesEach: number) {
  let minutes = 0;
  const now = () => {
    minutes += minutesEach;
    return minutes * 60_000;
  };
  const rules = { from: first!.rules, to: threshold!.rules };
  const scan = new ChunkScan({ store: new MemoryStore(), ...rules, genericKeyRecords: 1_000, now });
  for (const [index, size] of sizes.entries()) await scan.add(treeOf(`e${index} `, size) as never);
  const { parted, unjudged } = await scan.findings();
  return { parts: parted.map(([, parts]) => parts.length), unjudged };
}

describe('the scan of a chunk', () => {
  it('judges all records of its entities', async () => {
    expect(await partsOf([2_100, 3], 0)).toEqual({ parts: [2_100, 3], unjudged: 0 });
  });

  it('counts what it has no time to judge of a large entity as apart, and judges small ones all the same', async () => {
    const { parts, unjudged } = await partsOf([2_100, 3], 1);

    expect(parts).toEqual([2_100, 3]);
    expect(unjudged).toBe(2_100);
  });
});

const nothing: ChunkFindings = {
  records: 0,
  entities: 0,
  refused: 0,
  problems: [],
  sizes: [],
  parted: [],
  unjudged: 0,
  pairs: [],
  keys: [],
  constraints: [],
  overFrequent: [],
  examples: [],
};

function joined(chunks: readonly Partial<ChunkFindings>[], most?: number, regrouped?: Regrouped): JoinedFindings {
  const join = new FindingsJoin(most, regrouped);
  for (const chunk of chunks) join.add({ ...nothing, ...chunk });
  for (const chunk of chunks) join.addSizes({ ...nothing, ...chunk });
  return join.joined();
}

const side = (reference: string, name: string) => constraintsOf([{ reference, side: name, lifted: [] }]).text;

describe('the join of what a scan found', () => {
  it('unites entities over chunks, with the sizes that other chunks tell', () => {
    const { report } = joined([
      { records: 4, entities: 2, sizes: [['E', 3]], pairs: [['e1', 'E', 'f1', 'F']] },
      { records: 5, entities: 2, sizes: [['F', 4]], pairs: [['f1', 'F', 'g1', 'G']] },
      { records: 1, entities: 1 },
    ]);

    expect(report).toEqual({
      records: 10,
      entitiesBefore: 5,
      entitiesAfter: 3,
      unchanged: 2,
      merging: 3,
      splitting: 0,
      both: 0,
      recordsTouched: 8,
      largestEntity: 8,
      overFrequentKeys: 0,
      refused: 0,
    });
  });

  it('is an estimate where there was no time to judge all records of a large entity', () => {
    const found = { records: 3, entities: 1, sizes: [['E', 3]], parted: [['E', [['e1'], ['e2'], ['e3']]]] } as const;

    expect(joined([{ ...found, unjudged: 2 }]).report).toMatchObject({
      isEstimate: true,
      splitting: 1,
      entitiesAfter: 3,
    });
    expect(joined([found]).report.isEstimate).toBeUndefined();
  });

  it('unites the part of an entity that holds the record', () => {
    const parts = [
      ['e1', 'e2', 'e3'],
      ['e4', 'e5'],
    ];

    const { report } = joined([
      { records: 5, entities: 1, sizes: [['E', 5]], parted: [['E', parts]] },
      { records: 2, entities: 2, pairs: [['f1', 'F', 'e5', 'E']] },
    ]);

    expect(report).toMatchObject({ entitiesBefore: 3, entitiesAfter: 3, both: 2, unchanged: 1, largestEntity: 3 });
  });

  it('unites all that have an exact key, and gives an example of two of them', () => {
    const keys = [
      ['e1', 'E', 'hash', ['EMAIL']],
      ['f1', 'F', 'hash', ['EMAIL']],
      ['g1', 'G', 'hash', ['EMAIL']],
    ] as const;

    const { report, examples } = joined([{ records: 3, entities: 3, keys }]);

    expect(report).toMatchObject({ entitiesAfter: 1, merging: 3, largestEntity: 3 });
    expect(examples).toEqual([{ kind: 'merge', records: ['e1', 'f1'], entities: ['E', 'F'], rules: ['EMAIL'] }]);
  });

  it('gives one example of entities that several keys and pairs join, with every rule that links its records', () => {
    const chunk: Partial<ChunkFindings> = {
      records: 4,
      entities: 2,
      keys: [
        ['e1', 'E', 'one', ['EMAIL']],
        ['f1', 'F', 'one', ['EMAIL']],
        ['f1', 'F', 'two', ['PHONE']],
        ['e1', 'E', 'two', ['PHONE']],
      ],
      pairs: [['e1', 'E', 'f1', 'F']],
      examples: [
        { joins: true, records: ['f1', 'e1'], entities: ['F', 'E'], rules: ['NAME'] },
        { joins: true, records: ['e1', 'f1'], entities: ['E', 'F'], rules: ['NAME'] },
      ],
    };

    for (const { examples } of [joined([chunk]), joined([chunk, chunk], 1)]) {
      expect(examples).toEqual([
        { kind: 'merge', records: expect.anything(), entities: expect.anything(), rules: expect.anything() },
      ]);
      expect([[...examples[0]!.records].sort(), [...examples[0]!.entities].sort()]).toEqual([
        ['e1', 'f1'],
        ['E', 'F'],
      ]);
    }
    expect([...joined([chunk]).examples[0]!.rules].sort()).toEqual(['EMAIL', 'NAME', 'PHONE']);
  });

  it('unites nothing that a constraint separates, also not through a third entity', () => {
    const { report } = joined([
      {
        records: 3,
        entities: 3,
        pairs: [
          ['e1', 'E', 'f1', 'F'],
          ['e1', 'E', 'g1', 'G'],
          ['f1', 'F', 'g1', 'G'],
        ],
        constraints: [
          ['E', side('ban', 'a')],
          ['F', side('ban', 'b')],
        ],
      },
    ]);

    expect(report).toMatchObject({ entitiesAfter: 2, merging: 2, unchanged: 1, largestEntity: 2 });
  });

  it('counts an over-frequent key once, and lists a refused record once', () => {
    const chunk = { records: 1, entities: 1, refused: 1, problems: [['r', 'CODE']] as const, overFrequent: ['hash'] };

    const { report, problems } = joined([chunk, chunk]);

    expect(report).toMatchObject({ overFrequentKeys: 1, refused: 2 });
    expect(problems).toEqual([{ recordID: 'r', code: 'CODE' }]);
  });

  it('gives bounds, and says so, where other linked records hold together', () => {
    const chunks = [
      { records: 4, entities: 2, sizes: [['E', 3]] as const },
      { records: 4, entities: 1, sizes: [['F', 4]] as const },
    ];

    expect(joined(chunks, undefined, 'parted').report).toMatchObject({
      isEstimate: true,
      entitiesAfter: 8,
      unchanged: 1,
      splitting: 2,
      recordsTouched: 7,
      largestEntity: 4,
    });
    expect(joined(chunks, undefined, 'joined or parted').report).toMatchObject({
      isEstimate: true,
      entitiesAfter: 1,
      unchanged: 0,
      merging: 3,
      recordsTouched: 8,
      largestEntity: 8,
    });
  });

  it('gives bounds, and says so, where more was found than it may join', () => {
    const chunks: readonly Partial<ChunkFindings>[] = [
      { records: 3, entities: 3, pairs: [['e1', 'E', 'f1', 'F']] },
      {
        records: 4,
        entities: 2,
        sizes: [['H', 3]],
        parted: [['H', [['h1', 'h2'], ['h3']]]],
        pairs: [['f1', 'F', 'g1', 'G']],
      },
    ];

    const [exact, bounds] = [joined(chunks).report, joined(chunks, 3).report];

    expect(bounds.isEstimate).toBe(true);
    expect(exact).not.toHaveProperty('isEstimate');
    expect(bounds).toMatchObject({ records: 7, entitiesBefore: 5 });
    expect(bounds.recordsTouched).toBeGreaterThanOrEqual(exact.recordsTouched);
    expect(bounds.largestEntity).toBeGreaterThanOrEqual(exact.largestEntity);
    expect(bounds.unchanged).toBeLessThanOrEqual(exact.unchanged);
  });
});

const rules = compileRuleConfig(deployedPeople().config);
/** Nothing is alike but what is equal. */
const strict = compileRuleConfig(
  deployedPeople((document) => {
    for (const comparer of document.comparers) {
      if (comparer.id === 'LOOKS_ALIKE') comparer.attributes.threshold = 1;
    }
  }).config,
);
const ada = { lastName: 'Lovelace', dateOfBirth: '1815-12-10' };

/** People of three entities who share a birthday and a last name. Their first names look alike and do not sound alike. */
async function threeApart() {
  const store = new MemoryStore();
  const service = createResolution({ store, rules: strict });
  const people = [
    { id: 'a', firstName: 'Marie', ...ada },
    { id: 'b', firstName: 'Karie', ...ada },
    { id: 'c', firstName: 'Sarie', ...ada },
  ];
  for (const person of people) await service.submit([person]);
  const key = rules
    .indexKeys(rules.resolve(people[0]!))
    .find(({ plan }) => plan.ruleIDs.includes('BIRTHDAY_LAST_NAME'))!;
  const [postings] = await readPostings(store, [key.hash], { consistent: true });
  if (!Array.isArray(postings)) throw new Error('the key is over-frequent');
  return { store, group: new KeyGroup(store, rules, key, postings) };
}

const idsOf = (pairs: Awaited<ReturnType<KeyGroup['linkedPairs']>>) =>
  pairs.map(({ a, b }) => `${a.recordID}${b.recordID}`);

describe('the records that share a blocking key', () => {
  it('are connected by as few pairs as that takes', async () => {
    const { group } = await threeApart();

    expect(idsOf(await group.linkedPairs())).toEqual(['ab', 'ac']);
  });

  it('are connected by other pairs where a link was removed', async () => {
    const { store, group } = await threeApart();
    const [item] = await store.getMany([recordKey('a')]);
    await store.write([{ put: recordItem({ ...readRecord(item!), removedLinks: ['c'] }) }]);

    expect(idsOf(await group.linkedPairs())).toEqual(['ab', 'bc']);
  });

  it('are not connected by a posting that is out of date', async () => {
    const { store, group } = await threeApart();
    await store.write([{ delete: recordKey('a') }]);

    expect(idsOf(await group.linkedPairs())).toEqual(['bc']);
  });
});
