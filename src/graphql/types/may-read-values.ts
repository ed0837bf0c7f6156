import { EntityDataError } from '../../errors.ts';
import type { RequestContext } from '../operations/operation.ts';

/** True if a caller may read every field that the rules read: a value of a resolver may come from any of them. */
export async function mayReadValues({ resolution, recordPaths, scopes }: RequestContext): Promise<boolean> {
  try {
    for (const path of await resolution.pathsRead()) recordPaths.demand(path.join('.'), scopes);
    return true;
  } catch (error) {
    if (error instanceof EntityDataError) return false;
    throw error;
  }
}
