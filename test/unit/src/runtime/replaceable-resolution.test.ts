import { describe, expect, it } from '@jest/globals';
import { MissingRecordIdError, SubmitRefusedError } from '../../../../src/entities/errors.ts';
import { RulesReplacedError } from '../../../../src/entities/items/rules-sign.ts';
import type { Resolution } from '../../../../src/entities/types.ts';
import { replaceableResolution } from '../../../../src/runtime/replaceable-resolution.ts';
import { FakeEntity, FakeResolution } from '../../functions/api/fake-resolution.ts';

const ann = { id: 'ann', name: 'Ann' };

/** A resolution by former rules, which is refused, and the one that takes its place. */
function replaced() {
  const former = new FakeResolution();
  former.failure = new RulesReplacedError();
  const next = new FakeResolution();
  next.entities = [new FakeEntity('E1', [ann])];
  next.pathsRead = [['name']];
  const asked: string[] = [];
  const resolution = replaceableResolution(former, async () => {
    asked.push(asked.length === 0 ? 'former' : 'next');
    return asked.length === 1 ? former : next;
  });
  return { resolution, former, next, asked };
}

describe('a replaceable resolution', () => {
  it.each([
    ['submit', (by) => by.submit([ann])],
    ['submitWithPreview', (by) => by.submitWithPreview([ann], { dryRun: true })],
    ['disassemble', (by) => by.disassemble({ recordIDs: ['ann'] })],
    [
      'removeConnectionBan',
      (by) =>
        by.removeConnectionBan({ reference: 'R', entityID: 'E', others: ['F'], meta: { user: 'u', reason: 'r' } }),
    ],
    ['search', (by) => by.search({ parameters: ann })],
    ['rankedSearch', async (by) => (await by.rankedSearch({ parameters: ann, first: 1 })).entities],
    ['entity', (by) => by.entity('E1')],
    ['entityByRecord', (by) => by.entityByRecord('ann')],
    ['listEntities', (by) => by.listEntities({ first: 1, maxBytes: 1_000 })],
    ['explain', (by) => by.explain({ a: 'r', b: 's' })],
    ['assemblyStatus', (by) => by.assemblyStatus()],
    ['metrics', (by) => by.metrics()],
  ] as readonly (readonly [string, (by: FakeResolution) => Promise<unknown>])[])(
    'repeats %s under the rules that came into force',
    async (_name, run) => {
      const { resolution, next, asked } = replaced();

      const answer = await run(resolution as FakeResolution);

      expect(asked).toEqual(['former', 'next']);
      expect(answer).toEqual(await run(next));
    },
  );

  it('submits the records once under the new rules', async () => {
    const { resolution, former, next } = replaced();

    await resolution.submit([ann]);

    expect(former.submitted).toEqual([]);
    expect(next.submitted).toEqual([[ann]]);
  });

  it.each([
    ['submit', (by: Resolution) => by.submit([ann])],
    ['submitWithPreview', (by: Resolution) => by.submitWithPreview([ann], { dryRun: false })],
    ['disassemble', (by: Resolution) => by.disassemble({ recordIDs: ['ann'] })],
    ['link', (by: Resolution) => by.link({ a: 'ann', b: 'bob', user: 'u', client: 'c', reason: 'r' })],
  ])('does not say of a repeated %s that nothing happened: the first attempt may have written', async (_name, run) => {
    const { resolution, former, next } = replaced();
    next.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(run(resolution)).rejects.toBe(former.failure);
  });

  it('refuses a record that the new rules refuse in a dry run, which stores nothing', async () => {
    const { resolution, next } = replaced();
    next.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(resolution.submitWithPreview([ann], { dryRun: true })).rejects.toBe(next.failure);
  });

  it('refuses a record that the rules refuse at once', async () => {
    const { resolution, former, asked } = replaced();
    former.failure = new SubmitRefusedError([{ index: 0, error: new MissingRecordIdError() }]);

    await expect(resolution.submit([ann])).rejects.toBe(former.failure);
    expect(asked).toEqual(['former']);
  });

  it('repeats only once', async () => {
    const { resolution, next } = replaced();
    next.failure = new RulesReplacedError();

    await expect(resolution.entity('E1')).rejects.toBeInstanceOf(RulesReplacedError);
  });

  it('repeats nothing for another error', async () => {
    const { resolution, former, asked } = replaced();
    former.failure = new Error('socket hang up');

    await expect(resolution.entity('E1')).rejects.toThrow('socket hang up');
    expect(asked).toEqual(['former']);
  });

  it('reads what the rules read by the resolution that answered last', async () => {
    const { resolution, former, next } = replaced();

    expect(resolution.pathsRead).toBe(former.pathsRead);
    await resolution.entity('E1');

    expect(resolution.pathsRead).toBe(next.pathsRead);
  });
});
