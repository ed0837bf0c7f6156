import type { Key, Store } from '../store/port.ts';

/**
 * A claim keeps publishers from doing the same work side by side. It is no lock: when clocks or processes fail and two
 * work at the same time, events are sent twice, and that is all.
 *
 * | item  | pk   | sk  | attributes |
 * |-------|------|-----|------------|
 * | claim | `W#` | `#` | `x` token, `u` until when |
 */
const key: Key = { pk: 'W#', sk: '#' };

/** Takes the claim for so many milliseconds; false when somebody else has it. */
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
