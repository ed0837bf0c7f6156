import { TooManyBansError } from '../errors.ts';
import { type Constraints, countOf, MOST_BANS, tooManyTogether } from '../items/constraints.ts';
import type { RootSeen } from './find.ts';

const FREE =
  'Take separations back that are not needed any more (`undoDecision`), or lift bans (`removeConnectionBan`): `connectionBans` of an entity lists them. Then send the request again.';

/** @throws TooManyBansError if one of the entities has no room for another ban */
export function refuseBan(roots: readonly RootSeen[], most = MOST_BANS): void {
  for (const { root, state } of roots) {
    const count = countOf(state.constraints);
    if (count < most) continue;
    throw new TooManyBansError(
      `the entity ${JSON.stringify(root)} has ${count} connection bans and lifts of bans, and can have no more than ${most}`,
      FREE,
    );
  }
}

/** False if requests at the same time have taken even the room that is kept for their bans. */
export const hasRoom = ({ state }: RootSeen, most = MOST_BANS): boolean => countOf(state.constraints) < 2 * most;

/** Why a decision that was stored was taken back. */
export const noRoomLeft = (most = MOST_BANS): TooManyBansError =>
  new TooManyBansError(
    `one of the entities got more than ${most} connection bans from other requests meanwhile, so the separation was taken back`,
    FREE,
  );

/** Why two entities cannot become one; undefined if they can, as far as their number of bans says. */
export function refusalOfUnion(a: RootSeen, b: RootSeen, most = MOST_BANS): TooManyBansError | undefined {
  const together = tooManyTogether(a.state.constraints, b.state.constraints, most);
  if (together === undefined) return undefined;
  return new TooManyBansError(
    `the entities ${JSON.stringify(a.root)} and ${JSON.stringify(b.root)} belong together, but would have ${together} connection bans and lifts of bans, more than ${most}`,
    FREE,
  );
}

/** @throws TooManyBansError if an entity has no room for more lifts */
export function refuseLifts(root: string, next: Constraints, most = MOST_BANS): void {
  const count = countOf(next);
  if (count <= 2 * most) return;
  throw new TooManyBansError(
    `the entity ${JSON.stringify(root)} would have ${count} connection bans and lifts of bans, more than ${2 * most}`,
    'Lift fewer bans at once, or lift each from its other side: name the other entity as `entityID`, and this one in `others`.',
  );
}
