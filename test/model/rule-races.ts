import { counterKeys, epochWrite, pendingShardKeys } from '../../src/entities/items/counters.ts';
import { noChanges } from '../../src/entities/items/rules-register.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { TableRegister } from '../../src/entities/rule-changes/versions/register-access.ts';
import { toyGenerations } from '../setup/toy-generations.ts';
import {
  claims,
  expectAgain,
  Hold,
  onBothEngines,
  type Race,
  racesOf,
  record,
  type Scenes,
  Stage,
  type StepAhead,
  updates,
} from './races.ts';
import { ruleChangeRaces } from './rule-change-races.ts';

/** Exact keys of both have other hashes; their blocking keys are the same. */
const [former, next] = toyGenerations as [(typeof toyGenerations)[0], (typeof toyGenerations)[0]];

/** A table whose rules change from `former` to `next` while one operation is held. */
class ChangingStage extends Stage {
  /** A process by the former rules. */
  override process(holds: readonly Hold[] = [], options: Partial<typeof this.late> = {}): Resolution {
    return this.actor(holds, { ...this.by(former, 0), ...options });
  }

  /** A process that came after the change. */
  nextActor(holds: readonly Hold[] = []): Resolution {
    return this.actor(holds, this.by(next, 1));
  }

  /** The passes are through: nothing but the operation that is held goes by the former rules. */
  async changeRules(): Promise<void> {
    await this.store.write([...counterKeys, ...pendingShardKeys].map((key) => epochWrite(key, 1)));
  }

  /** Sweeps by the next rules, until nothing is left to do. */
  async sweepAll(): Promise<void> {
    for (const minutes of [10, 20, 30]) {
      const now = () => this.later(minutes * 60_000);
      await this.actor([], { ...this.by(next, 1), now, lockTime: 0 }).sweep();
    }
  }

  has(partition: string): boolean {
    return [...this.store.items.values()].some(({ pk }) => pk === partition);
  }

  /** No key of the former rules alone is left. */
  expectNoFormerKeys(): void {
    const left = [...this.store.items.values()].filter(({ pk }) => /^[KB]#exact-/.test(pk));
    if (left.length > 0) throw new Error(`${left.map(({ pk, sk }) => `${pk} ${sk}`).join(', ')} is left over`);
  }

  /** No former key is left, and the next rules link a new record with one that has the value `a`. */
  async expectNextRules(id: string): Promise<void> {
    this.expectNoFormerKeys();
    await this.nextActor().submit([record('s', ['a'])]);
    await this.expectEntities([id, 's']);
  }

  private by({ rules }: typeof former, step: number) {
    const status = { inForce: '', deployed: '', since: 0, findings: [] };
    const changes = { ...noChanges, step };
    const register = { version: 1, inUse: true, changes };
    return { rules, register: new TableRegister(this.store, register, status, rules, () => this.later(0)) };
  }
}

const changesContent =
  (id: string) =>
  ({ writes }: { readonly writes: readonly object[] }) =>
    writes.some((one) => 'update' in one && 'set' in one && isNewContent(one as never, id));
const isNewContent = ({ update, set }: { update: { pk: string }; set: object }, id: string): boolean =>
  update.pk === `R#${id}` && 'd' in set;

const onEachEngine: Scenes<ChangingStage> = {
  'keys of former rules that are published when the sweeper has finished the record': async (stage) => {
    const submit = await stage.holdBefore(claims('a'), (actor) => actor.submit([record('r', ['a'], ['x1'])]));
    await stage.changeRules();
    await stage.sweepAll();
    await submit.goOn().catch(() => undefined);
    await stage.sweepAll();
    await stage.expectNextRules('r');
  },
  'a record by former rules whose process dies before it publishes': async (stage) => {
    await stage.killBefore(claims('a'), (actor) => actor.submit([record('r', ['a'], ['x1'])]));
    await stage.changeRules();
    await stage.sweepAll();
    await stage.nextActor().submit([record('s', ['a'])]);
    await stage.expectEntities(['r', 's']);
    await stage.nextActor().disassemble({ recordIDs: ['r', 's'] });
    stage.expectNoKeys();
  },
  'a record with keys of former rules that a submit takes over': async (stage) => {
    await stage.killBefore(
      ({ verb, names, writes }) => verb !== 'get' && stage.has('K#exact-a') && writes.length + names.length > 0,
      (actor) => actor.submit([record('r', ['a'], ['x1'])]),
    );
    await stage.changeRules();
    await stage.nextActor().submit([record('r', ['a'], ['x1'])]);
    await stage.sweepAll();
    await stage.expectNextRules('r');
  },
  'a sweeper by former rules that notes keys of a record when it is finished': async (stage) => {
    await stage.changeRules();
    const publishing = new Hold(({ verb, names }) => verb === 'write' && names.includes('K#exactB-a #'));
    void stage.nextActor([publishing]).submit([record('r', ['a'], ['x1'])]);
    await publishing.reached;
    const isNoting = (step: StepAhead) => step.verb === 'transact' && updates(step, 'R#r #', 'k');
    const sweep = await stage.holdBefore(isNoting, (process) => process.sweep(), stage.late);
    await stage.sweepAll();
    await sweep.goOn().catch(() => undefined);
    await stage.sweepAll();
    await stage.expectNextRules('r');
  },
  'a change of content by former rules': async (stage) => {
    await stage.submit(record('r', [], ['x1']));
    const change = await stage.holdBefore(changesContent('r'), (actor) => actor.submit([record('r', ['a'], ['x1'])]));
    // Nothing of the record so far is made by the former rules alone.
    await stage.changeRules();
    await expectAgain(change.goOn());
    await stage.sweepAll();
    await stage.expectNextRules('r');
  },
  'a change of content by former rules, which publishes late and leaves the rest to the sweeper': async (stage) => {
    // What it replaces is still being stored, so that it does not close its own entry.
    await stage.killBefore(
      (step) => stage.has('K#exact-b') && step.names.some((name) => /^[JS]#/.test(name)),
      (actor) => actor.submit([record('r', ['b'])]),
    );
    const change = await stage.holdBefore(claims('a'), (actor) => actor.submit([record('r', ['a'], ['x1'])]));
    await stage.changeRules();
    await stage.sweepAll();
    await change.goOn().catch(() => undefined);
    await stage.sweepAll();
    await stage.expectNextRules('r');
  },
};

const inShards: Scenes<ChangingStage> = {
  'a batch by former rules that opens its journal entry late': async (stage) => {
    // Too long for a pending-operations shard, which would refuse the operation at once.
    const id = 'r'.repeat(420);
    const submit = await stage.holdBefore(
      ({ writes }) => writes.some((one) => 'put' in one && one.put.pk.startsWith('J#')),
      (actor) => actor.submit([record(id, ['a'], ['x1'])]),
    );
    await stage.changeRules();
    await expectAgain(submit.goOn());
    await stage.sweepAll();
    await stage.expectNextRules(id);
    await stage.expectCounts(2, 1);
  },
  'a small operation by former rules that begins late, in a pending-operations shard': async (stage) => {
    const submit = await stage.holdBefore(
      ({ names }) => names.some((name) => name.startsWith('S#')),
      (actor) => actor.submit([record('r', ['a'], ['x1'])]),
    );
    await stage.changeRules();
    await expectAgain(submit.goOn());
    await stage.sweepAll();
    stage.expectNoKeys();
    await stage.expectCounts(0, 0);
  },
};

/** Operations that sleep while the rules change, as {@link Race races}. */
export const ruleRaces: readonly Race[] = [
  ...onBothEngines((create, engine) => new ChangingStage(create, engine), onEachEngine),
  ...racesOf((create) => new ChangingStage(create, { billsTransactions: true }), inShards),
  ...ruleChangeRaces,
];
