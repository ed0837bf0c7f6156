import { describe, expect, it } from '@jest/globals';
import { startPublishing } from '../../../../../apps/service/events/publish-loop.ts';
import { createResolution } from '../../../../../src/entities/create.ts';
import type { EventTarget } from '../../../../../src/events/target.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

describe('startPublishing', () => {
  it('stops when what is being sent is taken, however much is left', async () => {
    const store = new MemoryStore();
    const resolution = createResolution({ store, rules: toyRules, entityEvents: true });
    for (let index = 0; index < 120; index++) await resolution.submit([{ id: `r${index}`, exact: [`x${index}`] }]);
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const sent: string[] = [];
    const target: EventTarget = {
      async deliver(events) {
        sent.push(...events.map(({ id }) => id));
        begun.resolve();
        await answered.promise;
        return events.map(() => 'delivered');
      },
    };
    const failures: unknown[] = [];
    const onFailure = (cause: unknown) => void failures.push(cause);
    const loop = startPublishing({
      store,
      target,
      historyRetentionInDays: 0,
      interval: 1,
      onRefusal: onFailure,
      onFailure,
    });
    await begun.promise;

    const stopped = loop.stop();
    const underWay = sent.length;
    answered.resolve();
    await stopped;

    expect(sent).toHaveLength(underWay);
    expect(underWay).toBeLessThan(120);
    expect(failures).toEqual([]);
  });
});
