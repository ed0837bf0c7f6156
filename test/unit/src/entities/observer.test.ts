import { describe, expect, it } from '@jest/globals';
import { createResolution } from '../../../../src/entities/create.ts';
import type { Observer } from '../../../../src/entities/observer.ts';
import { frozenClock } from '../../../setup/frozen-clock.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

function arrange(options: { genericKeyRecords?: number } = {}) {
  const told: string[] = [];
  const publicationWrite =
    (name: string) =>
    (...values: unknown[]) =>
      void told.push([name, ...values].join(' '));
  const observer: Observer = {
    records: publicationWrite('records'),
    refusedRecords: publicationWrite('refused'),
    cutValues: publicationWrite('cut values'),
    merged: publicationWrite('merged'),
    split: publicationWrite('split'),
    submitCandidates: publicationWrite('submit candidates'),
    searchCandidates: publicationWrite('search candidates'),
    reviewPairs: publicationWrite('pairs to review'),
    searchEntitiesRead: publicationWrite('entities read'),
    overFrequentKey: (ruleIDs) => publicationWrite('generic')(ruleIDs.join('+')),
  };
  const resolution = createResolution({
    store: new MemoryStore(),
    rules: toyRules,
    observer,
    now: frozenClock,
    ...options,
  });
  return { resolution, told };
}

const ann = { id: 'ann', exact: ['a'], near: ['x7'] };

describe('an observer of the core', () => {
  it('is told what became of records, and of entities that came together and fell apart', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'bob', exact: ['b'] }]);
    await resolution.submit([ann, { id: 'both', exact: ['a', 'b'] }]);

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

  it('is told how many entities a page was made of that are not on it', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'bob', exact: ['b'], near: ['y1'] }]);

    await resolution.rankedSearch({ parameters: { exact: ['a', 'b'] }, first: 1 });

    expect(told.filter((line) => line.startsWith('entities read'))).toEqual(['entities read 1']);
  });

  it('is told how many records a submit and a search had to judge', async () => {
    const { resolution, told } = arrange();
    await resolution.submit([ann]);
    await resolution.submit([{ id: 'anna', near: ['x8'] }]);

    await resolution.search({ parameters: { near: ['x7'] } });

    expect(told.filter((line) => line.includes('candidates'))).toEqual([
      'submit candidates 0',
      'submit candidates 1',
      'search candidates 2',
    ]);
  });

  it('is told so once by a submit that has to look again', async () => {
    const { resolution, told } = arrange();

    // Both find that ann is not there; the second to write reads once more.
    await Promise.all([resolution.submit([ann]), resolution.submit([ann])]);

    expect(told.filter((line) => line.includes('candidates'))).toEqual(['submit candidates 0', 'submit candidates 0']);
  });

  it('is told of a key that too many records share, by the rules that lose it', async () => {
    const { resolution, told } = arrange({ genericKeyRecords: 2 });
    for (const near of ['x1', 'x3', 'x5', 'x7', 'x9']) await resolution.submit([{ id: near, near: [near] }]);

    expect(told.filter((line) => line.startsWith('generic'))).toEqual(['generic NEAR']);
  });

  it('is told of refused records, and nothing of a dry run', async () => {
    const { resolution, told } = arrange();
    await resolution.submitWithPreview([ann], { dryRun: true });
    const afterDryRun = [...told];

    await resolution.submit([{ id: '' }, { id: 'a:b', exact: ['x'] }]).catch(() => undefined);

    expect(afterDryRun).toEqual([]);
    expect(told).toEqual(['refused 2']);
  });
});
