import {
  type GraphQLList,
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

/** Checks the paths into records of filters, sorts and insights. */
export interface RecordPaths {
  /**
   * Throws an UnknownFieldError or InvalidPathError for a path to no field. Throws an AccessDeniedError for a path to,
   * through or above a field that these scopes may not read, because every result reveals something of the value.
   */
  demand(path: string, scopes: ReadonlySet<string>): void;
}

/** The privileges that a path requires, or the problem of an invalid path. */
type Verdict = { readonly privileges: readonly string[] } | { readonly problem: PathProblem };

/** The most paths to cache, because requests choose them. */
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

/** A position in a path: the steps before `index` are taken. */
interface PathPosition {
  readonly path: string;
  readonly steps: readonly string[];
  readonly index: number;
}

type NoteScope = (scope: string | undefined) => void;
type PathProblem = UnknownFieldError | InvalidPathError;

function judge(record: GraphQLObjectType, path: string): Verdict {
  const privileges = new Set<string>();
  const note: NoteScope = (scope) => void (scope !== undefined && privileges.add(scope));
  const steps = path.split('.');
  let type: GraphQLOutputType = record;
  for (const index of steps.keys()) {
    const bare = nullable(type);
    const position = { path, steps, index };
    if (isOpenMap(bare, steps.length - index)) return { privileges: [...privileges] };
    const next = isListType(bare)
      ? elementType(bare, position)
      : isObjectType(bare)
        ? fieldType(bare, position, note)
        : noFields(bare, position);
    if (next instanceof Error) return { problem: next };
    type = next;
  }
  collectBelow(type, note, new Set());
  return { privileges: [...privileges] };
}

/** True if so many more steps may lead into values of this type that the schema does not describe. */
function isOpenMap(type: GraphQLOutputType, steps: number): boolean {
  if (!isScalarType(type)) return false;
  return type.name === 'Any' || type.name === 'Map' || (type.name === 'StringMap' && steps === 1);
}

function elementType(
  list: GraphQLList<GraphQLOutputType>,
  { path, steps, index }: PathPosition,
): GraphQLOutputType | PathProblem {
  const step = steps[index]!;
  if (step === '*' || /^\d+$/.test(step)) return list.ofType;
  const before = steps.slice(0, index).join('.');
  const meant = [before, '*', ...steps.slice(index)].join('.');
  return new InvalidPathError(path, `${before} is a list`, `Write ${meant} to walk its elements.`);
}

function fieldType(
  type: GraphQLObjectType,
  { path, steps, index }: PathPosition,
  note: NoteScope,
): GraphQLOutputType | PathProblem {
  note(privilegeOf(type));
  const step = steps[index]!;
  const fields = type.getFields();
  const field = Object.hasOwn(fields, step) ? fields[step] : undefined;
  if (field !== undefined) {
    note(privilegeOf(field));
    return field.type;
  }
  const nearest = new NameSuggester().nearest(step, Object.keys(fields));
  const meant = nearest === undefined ? undefined : [...steps.slice(0, index), nearest, ...steps.slice(index + 1)];
  return new UnknownFieldError(path, step, type.name, meant?.join('.'));
}

function noFields(type: GraphQLOutputType, { path, steps, index }: PathPosition): PathProblem {
  const before = steps.slice(0, index).join('.');
  return new InvalidPathError(path, `${before} is ${type} and has no fields`, `End the path with ${before}.`);
}

/** A path that ends on an object reads everything in it. */
function collectBelow(type: GraphQLOutputType, note: NoteScope, seen: Set<unknown>): void {
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
