import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';
import { AccessDeniedError, InvalidPathError, UnknownFieldError } from '../errors.ts';
import { privilegeOf } from './privileges.ts';

/** Paths into records, as filters, sorts and insights name them. */
export interface RecordPaths {
  /**
   * Throws an UnknownFieldError or InvalidPathError for a path that leads nowhere, and an AccessDeniedError when it leads
   * to, through or above a field that these scopes may not read: whatever is computed from a value tells of the value.
   */
  demand(path: string, scopes: ReadonlySet<string>): void;
}

/** What a path needs, or why it leads nowhere. */
type Verdict = { readonly privileges: readonly string[] } | { readonly problem: UnknownFieldError | InvalidPathError };

/** Requests choose the paths: only so many are remembered. */
const MAX_REMEMBERED = 1_000;

export function createRecordPaths(record: GraphQLObjectType): RecordPaths {
  const remembered = new Map<string, Verdict>();
  return {
    demand(path, scopes) {
      let verdict = remembered.get(path);
      if (verdict === undefined) {
        verdict = judge(record, path);
        if (path.length <= 200 && remembered.size < MAX_REMEMBERED) remembered.set(path, verdict);
      }
      if ('problem' in verdict) throw verdict.problem;
      const missing = verdict.privileges.find((scope) => !scopes.has(scope));
      if (missing !== undefined) throw new AccessDeniedError(missing);
    },
  };
}

function judge(record: GraphQLObjectType, path: string): Verdict {
  const privileges = new Set<string>();
  const note = (scope: string | undefined) => scope !== undefined && privileges.add(scope);
  const steps = path.split('.');
  let type: GraphQLOutputType = record;
  for (const [index, step] of steps.entries()) {
    type = nullable(type);
    if (isListType(type)) {
      if (step !== '*' && !/^\d+$/.test(step)) {
        const before = steps.slice(0, index).join('.');
        const meant = [before, '*', ...steps.slice(index)].join('.');
        return { problem: new InvalidPathError(path, `${before} is a list`, `Write ${meant} to walk its elements.`) };
      }
      type = type.ofType as GraphQLOutputType;
    } else if (isObjectType(type)) {
      note(privilegeOf(type));
      const fields = type.getFields();
      const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
      if (field === undefined) {
        const nearest = new NameSuggester().nearest(step, Object.keys(fields));
        const meant =
          nearest === undefined ? undefined : [...steps.slice(0, index), nearest, ...steps.slice(index + 1)];
        return { problem: new UnknownFieldError(path, step, type.name, meant?.join('.')) };
      }
      note(privilegeOf(field));
      type = field.type;
    } else {
      const name = String(type);
      const open = isScalarType(type) && (name === 'Any' || name === 'Map' || name === 'StringMap');
      if (open && (name !== 'StringMap' || index === steps.length - 1)) return { privileges: [...privileges] };
      const before = steps.slice(0, index).join('.');
      const problem = `${before} is ${name} and has no fields`;
      return { problem: new InvalidPathError(path, problem, `End the path with ${before}.`) };
    }
  }
  collectBelow(type, note, new Set());
  return { privileges: [...privileges] };
}

/** A path that ends on an object reads everything in it. */
function collectBelow(type: GraphQLOutputType, note: (scope: string | undefined) => void, seen: Set<unknown>): void {
  const bare = nullable(type);
  if (isListType(bare)) {
    collectBelow(bare.ofType as GraphQLOutputType, note, seen);
    return;
  }
  if (!isObjectType(bare) || seen.has(bare)) return;
  seen.add(bare);
  note(privilegeOf(bare));
  for (const field of Object.values(bare.getFields())) {
    note(privilegeOf(field));
    collectBelow(field.type, note, seen);
  }
}

function nullable(type: GraphQLOutputType): GraphQLOutputType {
  return isNonNullType(type) ? (type.ofType as GraphQLOutputType) : type;
}
