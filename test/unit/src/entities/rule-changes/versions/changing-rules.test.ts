import { describe, expect, it } from '@jest/globals';
import { RulesReplacedError } from '../../../../../../src/entities/items/counters.ts';
import {
  type RuleChangeOptions,
  readRegister,
  writeChanges,
} from '../../../../../../src/entities/items/rules-register.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import { NoSuchRuleChangeError } from '../../../../../../src/entities/rule-changes/errors.ts';
import { createRuleChanges } from '../../../../../../src/entities/rule-changes/rule-changes.ts';
import { defaultRuleChangeOptions } from '../../../../../../src/entities/rule-changes/types.ts';
import { chooseRules, type DeployedRules } from '../../../../../../src/entities/rule-changes/versions/choose-rules.ts';
import { documentName } from '../../../../../../src/entities/rule-changes/versions/documents.ts';
import { deployedPeople, edits } from '../../../../../setup/edited-people.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';

const MOMENT = Date.parse('2026-02-03T04:05:06Z');
const ada = { id: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', dateOfBirth: '1815-12-10' };
const former = deployedPeople();
const changed = deployedPeople(edits.relaxed);
const nameOf = ({ text }: DeployedRules) => documentName(text);

/** A table with one record of the former rules, and a clock that moves when something waits. */
async function table() {
  const store = new MemoryStore();
  const clock = { now: MOMENT };
  const time = {
    now: () => clock.now,
    pause: async (milliseconds: number) => {
      clock.now += milliseconds;
    },
  };
  const start = async (deployed = former) => {
    const chosen = await chooseRules(store, deployed, time);
    return { ...chosen, resolution: createResolution({ store, ...chosen, ...time, updateRecords: true }) };
  };
  const changesTo = (deployed: DeployedRules, options: Partial<RuleChangeOptions> = {}) =>
    createRuleChanges({
      store,
      table: store,
      deployed,
      ...time,
      segments: 2,
      options: { ...defaultRuleChangeOptions, ...options },
    });
  const first = await start();
  await first.resolution.submit([ada]);
  return { store, clock, start, changesTo, first };
}

describe('a process while the rules change', () => {
  it('finds that the rules are others when it submits, and goes by them after it has read them', async () => {
    const { start, changesTo, first } = await table();
    await changesTo(changed).work(60_000);

    const refused = first.resolution.submit([{ ...ada, id: 'ida' }]);
    await expect(refused).rejects.toThrow(RulesReplacedError);

    expect(first.register.isReplaced).toBe(true);
    const next = await start();
    await next.resolution.submit([{ ...ada, id: 'ida' }]);
    expect(next.register.epoch).toBe(1);
    expect((await next.resolution.entityByRecord('ida'))!.records.length).toBe(2);
  });

  it.each(['update', 'erasure', 'removed link'])('is refused a late %s', async (what) => {
    const { changesTo, first } = await table();
    await first.resolution.submit([{ ...ada, id: 'ida' }]);
    await changesTo(changed).work(60_000);
    const late = {
      update: () => first.resolution.submit([{ ...ada, city: 'London' }]),
      erasure: () => first.resolution.disassemble({ recordIDs: ['ada'] }),
      'removed link': () => first.resolution.disassemble({ edges: [{ a: 'ada', b: 'ida' }] }),
    }[what]!;

    await expect(late()).rejects.toThrow(RulesReplacedError);
  });

  it('that only reads asks every ten seconds', async () => {
    const { clock, changesTo, first } = await table();
    const begun = clock.now;
    await changesTo(changed).work(60_000);

    clock.now = begun + 9_000;
    expect(await first.resolution.entityByRecord('ada')).toBeDefined();
    clock.now = begun + 11_000;
    await expect(first.resolution.entityByRecord('ada')).rejects.toThrow(RulesReplacedError);
    expect(first.register.isReplaced).toBe(true);
  });

  it('raises the epoch of a step that the worker left without it', async () => {
    const { store, start, changesTo, first } = await table();
    await changesTo(changed).work(60_000);
    const register = (await readRegister(store))!;
    const { changes } = register;
    const change = { ...changes.change!, isSigned: false, isDrained: false };
    await writeChanges(store, register, { ...changes, step: 2, change });
    expect(first.register.epoch).toBeUndefined();

    const next = await start();

    expect((await readRegister(store))!.changes.change!.isSigned).toBe(true);
    expect(next.register.epoch).toBe(2);
    await next.resolution.submit([{ ...ada, id: 'ida' }]);
  });
});

describe('the owner of the rules', () => {
  it('sees a held change, lets only the examined document go on, and sees the end', async () => {
    const { clock, changesTo } = await table();
    const changes = changesTo(changed);
    expect(await changes.status()).toMatchObject({ state: 'STEADY', inForce: nameOf(former) });

    await changes.work(60_000);
    expect(await changes.status()).toMatchObject({
      state: 'HELD',
      phase: 'READY',
      inForce: nameOf(former),
      from: nameOf(former),
      to: nameOf(changed),
    });
    await expect(changes.continue('0'.repeat(64))).rejects.toThrow(NoSuchRuleChangeError);
    await changes.continue(nameOf(changed));
    clock.now += 1;
    await changes.work(200_000);

    expect(await changes.status()).toMatchObject({ state: 'STEADY', inForce: nameOf(changed), to: nameOf(changed) });
  });

  it('starts the change where the mode refuses to', async () => {
    const { changesTo } = await table();
    const changes = changesTo(changed, { mode: 'refuse' });

    await changes.work(60_000);
    const asked = await changes.status();
    await changes.continue(nameOf(changed));
    await changes.work(60_000);

    expect(asked).toMatchObject({ state: 'HELD', heldBecause: 'MODE', phase: undefined, waiting: nameOf(changed) });
    expect(await changes.status()).toMatchObject({ state: 'HELD', phase: 'READY' });
  });

  it('takes a change back, which does not start again by itself', async () => {
    const { changesTo } = await table();
    const changes = changesTo(changed);
    await changes.work(60_000);

    await changes.rollBack();
    await changes.work(200_000);
    await changes.work(200_000);

    expect(await changes.status()).toMatchObject({ state: 'HELD', phase: undefined, inForce: nameOf(former) });
    await changes.continue(nameOf(changed));
    expect(await changes.status()).toMatchObject({ state: 'RUNNING', phase: 'INDEX', to: nameOf(changed) });
  });

  it('pauses a change, and lets it go on', async () => {
    const { changesTo } = await table();
    const changes = changesTo(changed);
    await changes.work(0);
    await changes.work(1);

    const paused = await changes.setPace({ paused: true, writeUnitsPerSecond: 5 });
    await changes.work(60_000);
    const still = await changes.status();
    await changes.setPace({ paused: false });
    await changes.work(60_000);

    expect(paused).toMatchObject({ state: 'PAUSED', options: { writeUnitsPerSecond: 5 } });
    expect(still).toMatchObject({ state: 'PAUSED', phase: 'INDEX' });
    expect(await changes.status()).toMatchObject({ state: 'HELD' });
  });

  it('learns why a document cannot come into force, while the former one goes on', async () => {
    const { changesTo } = await table();
    const changes = changesTo({ ...changed, text: '{"transformers": 5}' });

    await changes.work(60_000);

    expect(await changes.status()).toMatchObject({ state: 'FAILED', inForce: nameOf(former), phase: undefined });
    expect((await changes.status()).failure).toMatch(/rule-config/);
  });

  it('has nothing to take back or to pause in a table whose rules never changed', async () => {
    const { changesTo } = await table();
    const changes = changesTo(former);

    await expect(changes.rollBack()).rejects.toThrow(NoSuchRuleChangeError);
    await expect(changes.setPace({ paused: true })).rejects.toThrow(NoSuchRuleChangeError);
  });
});
