import { counterKeys } from '../../src/entities/items/counters.ts';
import { pendingShardKeys } from '../../src/entities/items/pending-shard.ts';
import { noChanges } from '../../src/entities/items/rules-register.ts';
import { signWrite } from '../../src/entities/items/rules-sign.ts';
import { TableRegister } from '../../src/entities/rule-versions/register-access.ts';
import type { Resolution } from '../../src/entities/types.ts';
import { toyGenerations } from '../setup/toy-generations.ts';
import { claims, expectAgain, Hold, type Race, record, Stage } from './races.ts';
import { ruleChangeRaces } from './rule-change-races.ts';

/** Exact keys of both have other hashes; their blocking keys are the same. */
const [former, next] = toyGenerations as [(typeof toyGenerations)[0], (typeof toyGenerations)[0]];

/** A table whose rules change from `former` to `next` while one operation is held. */
class ChangingStage extends Stage {
  /** A process by the former rules. */
  formerActor(holds: readonly Hold[] = []): Resolution {
    return this.actor(holds, this.by(former, 0));
  }

  /** A process that came after the change. */
  nextActor(holds: readonly Hold[] = []): Resolution {
    return this.actor(holds, this.by(next, 1));
  }

  /** The passes are through: nothing but the operation that is held goes by the former rules. */
  async changeRules(): Promise<void> {
    await this.store.write([...counterKeys, ...pendingShardKeys].map((key) => signWrite(key, 1)));
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

/** Each in a journal entry of its own, and in a pending-operations shard. */
const onBothEngines = (name: string, run: (stage: ChangingStage) => Promise<void>): Race[] =>
  [false, true].map((bills) => ({
    name: `${name}${bills ? ', in a pending-operations shard' : ''}`,
    run: (create) => run(new ChangingStage(create, { billsTransactions: bills })),
  }));

/** Operations that sleep while the rules change, as {@link Race races}. */
export const ruleRaces: readonly Race[] = [
  ...onBothEngines(
    'keys of former rules that are published when the sweeper has finished the record',
    async (stage) => {
      const claiming = new Hold(claims('a'));
      const submit = stage.formerActor([claiming]).submit([record('r', ['a'], ['x1'])]);
      await claiming.reached;
      await stage.changeRules();
      await stage.sweepAll();
      claiming.letGo();
      await submit.catch(() => undefined);
      await stage.sweepAll();
      stage.expectNoFormerKeys();
      await stage.nextActor().submit([record('s', ['a'])]);
      await stage.expectEntities(['r', 's']);
    },
  ),
  ...onBothEngines('a record by former rules whose process dies before it publishes', async (stage) => {
    const dying = new Hold(claims('a'));
    void stage.formerActor([dying]).submit([record('r', ['a'], ['x1'])]);
    await dying.reached;
    await stage.changeRules();
    await stage.sweepAll();
    await stage.nextActor().submit([record('s', ['a'])]);
    await stage.expectEntities(['r', 's']);
    await stage.nextActor().disassemble({ recordIDs: ['r', 's'] });
    stage.expectNoKeys();
  }),
  ...onBothEngines('a record with keys of former rules that a submit takes over', async (stage) => {
    const closing = new Hold(
      ({ verb, names, writes }) => verb !== 'get' && stage.has('K#exact-a') && writes.length + names.length > 0,
    );
    void stage.formerActor([closing]).submit([record('r', ['a'], ['x1'])]);
    await closing.reached;
    await stage.changeRules();
    await stage.nextActor().submit([record('r', ['a'], ['x1'])]);
    await stage.sweepAll();
    stage.expectNoFormerKeys();
    await stage.nextActor().submit([record('s', ['a'])]);
    await stage.expectEntities(['r', 's']);
  }),
  ...onBothEngines('a change of content by former rules', async (stage) => {
    await stage.formerActor().submit([record('r', [], ['x1'])]);
    const changing = new Hold(changesContent('r'));
    const change = stage.formerActor([changing]).submit([record('r', ['a'], ['x1'])]);
    await changing.reached;
    // Nothing of the record so far is made by the former rules alone.
    await stage.changeRules();
    changing.letGo();
    await expectAgain(change);
    await stage.sweepAll();
    stage.expectNoFormerKeys();
    await stage.nextActor().submit([record('s', ['a'])]);
    await stage.expectEntities(['r', 's']);
  }),
  ...onBothEngines(
    'a change of content by former rules, which publishes late and leaves the rest to the sweeper',
    async (stage) => {
      const closing = new Hold((step) => stage.has('K#exact-b') && step.names.some((name) => /^[JS]#/.test(name)));
      void stage.formerActor([closing]).submit([record('r', ['b'])]);
      await closing.reached;
      // What it replaces is still being stored, so that it does not close its own entry.
      const claiming = new Hold(claims('a'));
      const change = stage.formerActor([claiming]).submit([record('r', ['a'], ['x1'])]);
      await claiming.reached;
      await stage.changeRules();
      await stage.sweepAll();
      claiming.letGo();
      await change.catch(() => undefined);
      await stage.sweepAll();
      stage.expectNoFormerKeys();
      await stage.nextActor().submit([record('s', ['a'])]);
      await stage.expectEntities(['r', 's']);
    },
  ),
  {
    name: 'a batch by former rules that opens its journal entry late',
    async run(create) {
      const stage = new ChangingStage(create, { billsTransactions: true });
      // Too long for a pending-operations shard, which would refuse the operation at once.
      const id = 'r'.repeat(420);
      const opening = new Hold(({ writes }) => writes.some((one) => 'put' in one && one.put.pk.startsWith('J#')));
      const submit = stage.formerActor([opening]).submit([record(id, ['a'], ['x1'])]);
      await opening.reached;
      await stage.changeRules();
      opening.letGo();
      await expectAgain(submit);
      await stage.sweepAll();
      stage.expectNoFormerKeys();
      await stage.nextActor().submit([record('s', ['a'])]);
      await stage.expectEntities([id, 's']);
      await stage.expectCounts(2, 1);
    },
  },
  {
    name: 'a small operation by former rules that begins late, in a pending-operations shard',
    async run(create) {
      const stage = new ChangingStage(create, { billsTransactions: true });
      const opening = new Hold(({ names }) => names.some((name) => name.startsWith('S#')));
      const submit = stage.formerActor([opening]).submit([record('r', ['a'], ['x1'])]);
      await opening.reached;
      await stage.changeRules();
      opening.letGo();
      await expectAgain(submit);
      await stage.sweepAll();
      stage.expectNoKeys();
      await stage.expectCounts(0, 0);
    },
  },
  ...ruleChangeRaces,
];
