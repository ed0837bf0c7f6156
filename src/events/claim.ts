import type { Key, Store } from '../store/port.ts';

/**
 * A time-limited claim keeps outbox relays from doing the same work side by side. It is not a lock: when clocks or
 * processes fail, two relays may work at the same time. The only effect is that events are sent twice.
 *
 * | item  | pk   | sk  | attributes |
 * |-------|------|-----|------------|
 * | claim | `W#` | `#` | `x` token, `u` time when it expires, in milliseconds since 1970 |
 */
const key: Key = { pk: 'W#', sk: '#' };

/** Takes the claim for `milliseconds`. Returns false while another token has it. */
export async function claim(store: Store, token: string, now: number, milliseconds: number): Promise<boolean> {
  const [standing] = await store.getMany([key]);
  if (standing !== undefined && standing['x'] !== token && (standing['u'] as number) > now) return false;
  const [outcome] = await store.write([
    {
      update: key,
      set: { x: token, u: now + milliseconds },
      if: [
        standing === undefined ? { item: 'absent' } : { attribute: 'u', equals: standing['u'] as number },
        ...(standing === undefined ? [] : [{ attribute: 'x', equals: standing['x'] as string }]),
      ],
    },
  ]);
  return outcome!.applied;
}

export async function release(store: Store, token: string): Promise<void> {
  await store.write([{ delete: key, if: [{ attribute: 'x', equals: token }] }]);
}
