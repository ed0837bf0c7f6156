import type { Item, Key, Put } from '../../store/port.ts';

/** The user of a request and the reason for it; stored with the result. */
export interface Motive {
  readonly user: string;
  /** True if a token named the user; otherwise the request said it. */
  readonly verified?: boolean;
  readonly reason: string;
}

/**
 * The register of a cannot-link constraint: the reason for it, and every node whose entity may be on one of its sides.
 * The constraints that an entity really has are in its root's node (constraints.ts).
 *
 * | item            | pk      | sk   | attributes |
 * |-----------------|---------|------|------------|
 * | reason          | `X#ref` | `#`  | `u` user, `v` if a token named it, `w` reason |
 * | registered node | `X#ref` | node | `g` side of the constraint that the node's entity is on |
 */
export const constraintPartition = (reference: string): string => `X#${reference}`;

const MOTIVE = '#';

export const motiveKey = (reference: string): Key => ({ pk: constraintPartition(reference), sk: MOTIVE });

export const motiveWrite = (reference: string, motive: Motive | undefined): Put => ({
  put: {
    ...motiveKey(reference),
    u: motive?.user ?? '',
    w: motive?.reason ?? '',
    ...(motive?.verified === true ? { v: 1 } : {}),
  },
});

export const registerNodeWrite = (reference: string, node: string, side: string): Put => ({
  put: { pk: constraintPartition(reference), sk: node, g: side },
});

/** The motive of a constraint, or the id of a registered node. */
export const readRegistered = (item: Item): { readonly motive: Required<Motive> } | { readonly node: string } =>
  item.sk === MOTIVE
    ? { motive: { user: item['u'] as string, verified: item['v'] !== undefined, reason: item['w'] as string } }
    : { node: item.sk };
