import { describe, expect, it } from '@jest/globals';
import type { Observer } from '../../../../functions/core/observer.ts';
import { createResolution } from '../../../../functions/core/resolution/create.ts';
import { compilePeople, email, peopleDocument } from '../../../integration/api-people.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';

function arrange(options: { genericKeyRecords?: number } = {}) {
  const told: string[] = [];
  const tell =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values].join(' '));
  const observer: Observer = {
    records: tell('records'),
    refusedRecords: tell('refused'),
    merged: tell('merged'),
    split: tell('split'),
    submitCandidates: tell('submit candidates'),
    searchCandidates: tell('search candidates'),
    genericKey: (ruleIDs) => tell('generic')(ruleIDs.join('+')),
  };
  const document = peopleDocument();
  // Names that resemble one another: a key that only suggests.
  const rules = compilePeople({
    ...document,
    comparers: [{ id: 'near', type: 'distance', attributes: { allowedDistance: 1 } }],
    resolvers: [...document.resolvers, { id: 'near', inputPin: document.resolvers[2]!.inputPin, comparerID: 'near' }],
    matchers: [...document.matchers, { id: 'nearName', type: 'simple', attributes: { resolverID: 'near' } }],
    rules: [...document.rules, { id: 'NEAR', matcherIDs: ['nearName', 'samePhone'], attributes: {} }],
    ruleSets: document.ruleSets.map((set) =>
      ['link', 'index', 'search'].includes(set.id) ? { ...set, ruleIDs: ['EMAIL', 'NEAR'] } : set,
    ),
    searchRuleSetIDs: { default: 'search' },
  });
  const resolution = createResolution({ store: new MemoryStore(), rules, observer, ...options });
  return { resolution, told };
}

const ann = { id: 'ann', name: 'Ann', phone: '1', emails: [email('ann@example.com')] };

describe('an observer of the core', () => {
  it('is told what became of records, and of entities that came together and fell apart', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'bob', name: 'Bob', emails: [email('bob@example.com')] }]);
    await resolution.submit([ann, { id: 'both', emails: [email('ann@example.com'), email('bob@example.com')] }]);

    await resolution.disassemble({ recordIDs: ['both'] });

    expect(told.filter((line) => !line.includes('candidates'))).toEqual([
      'records CREATED 1',
      'records CREATED 1',
      'merged',
      'records CREATED 1',
      'records UNCHANGED 1',
      'split 1',
    ]);
  });

  it('is told how many records a submit and a search had to judge', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'anna', name: 'Anna', phone: '1' }]);

    await resolution.search({ parameters: { name: 'Ann', phone: '1' } });

    expect(told.filter((line) => line.includes('candidates'))).toEqual([
      'submit candidates 0',
      'submit candidates 1',
      'search candidates 2',
    ]);
  });

  it('is told of a key that too many records share, by the rules that lose it', async () => {
    const { resolution, told } = arrange({ genericKeyRecords: 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) await resolution.submit([{ id, name: `name ${id}`, phone: '1' }]);

    expect(told.filter((line) => line.startsWith('generic'))).toEqual(['generic NEAR']);
  });

  it('is told of refused records, and nothing of a dry run', async () => {
    const { resolution, told } = arrange();
    await resolution.submitWithPreview([ann], { dryRun: true });
    const afterDryRun = [...told];

    await resolution.submit([{ id: '' }, { id: 'a:b', name: 'x' }]).catch(() => undefined);

    expect(afterDryRun).toEqual([]);
    expect(told).toEqual(['refused 2']);
  });
});
