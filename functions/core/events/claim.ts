import type { Key, Store } from '../store/port.ts';

/**
 * A claim keeps publishers from doing the same work side by side. It is no lock: when clocks or processes fail and two
 * work on one partition, events are sent twice, and that is all.
 *
 * | item  | pk   | sk        | attributes |
 * |-------|------|-----------|------------|
 * | claim | `W#` | partition | `x` token, `u` until when |
 */
const claimKey = (partition: string): Key => ({ pk: 'W#', sk: partition });

/** Takes the claim on a partition for so many milliseconds; false when somebody else has it. */
export async function claim(
  store: Store,
  partition: string,
  token: string,
  now: number,
  milliseconds: number,
): Promise<boolean> {
  const key = claimKey(partition);
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

export async function release(store: Store, partition: string, token: string): Promise<void> {
  await store.write([{ delete: claimKey(partition), if: [{ attribute: 'x', equals: token }] }]);
}
