import type { DecidingUser } from '../../entities/decisions/types.ts';
import { OtherUserError } from '../errors.ts';
import type { RequestContext } from './operation.ts';

/**
 * The person of a request: the one who signed in, else the one that the client names.
 *
 * @param said `user` of the request; empty if neither names a person
 * @throws OtherUserError if the request names another person than the token
 */
export function decidingUser(
  said: string | null | undefined,
  { person, clientId }: Pick<RequestContext, 'person' | 'clientId'>,
): Required<DecidingUser> {
  if (person === '') return { user: said ?? '', client: clientId, verified: false };
  if (said != null && said !== person) throw new OtherUserError(said, person);
  return { user: person, client: clientId, verified: true };
}
