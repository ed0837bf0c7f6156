import { InvalidDecisionError } from '../../entities/errors.ts';
import type { DecidingUser } from '../../entities/people/types.ts';
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

/**
 * Who wants what a request with a motive asks for.
 *
 * @throws InvalidDecisionError if neither the token nor the motive names a person
 * @throws OtherUserError if the motive names another person than the token
 */
export function motiveUser(
  said: string | null | undefined,
  context: Pick<RequestContext, 'person' | 'clientId'>,
): Required<DecidingUser> {
  if (said == null && context.person === '') {
    throw new InvalidDecisionError('meta has no user', { hint: 'Give the person who wants it.' });
  }
  return decidingUser(said, context);
}
