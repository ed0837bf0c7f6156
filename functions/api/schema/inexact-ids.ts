import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type ValidatedExecutionArgs,
} from 'graphql';

/** Where, from the value inwards, an id is a number that was not read exactly; undefined: nowhere. */
type Look = (value: unknown) => readonly (string | number)[] | undefined;

const nowhere: Look = () => undefined;

/** Looks are made once for each type; an input object may hold others of its own type. */
const looks = new WeakMap<GraphQLInputType, Look>();

/**
 * Where a value of an input type, as JSON.parse made it, has an id that is a whole number beyond 2^53: it was read as
 * another number, which may be the id of another record. `ID` itself would take it.
 *
 * @returns names and positions from the value inwards; undefined where every id is exact
 */
export function inexactID(type: GraphQLInputType, value: unknown): readonly (string | number)[] | undefined {
  return lookOf(type)(value);
}

/** The error of the first variable that has such an id; undefined where none has. */
export function inexactVariable({ variableValues, operation }: ValidatedExecutionArgs): GraphQLError | undefined {
  const { sources } = variableValues;
  for (const name in sources) {
    const { signature, value } = sources[name]!;
    const path = inexactID(signature.type, value);
    if (path === undefined) continue;
    const at = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
    const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return new GraphQLError(
      `Variable "$${name}" has invalid value${at === '' ? '' : ` at ${at}`}: ID cannot represent a number of so many digits exactly: send it as text`,
      { nodes: definition },
    );
  }
  return undefined;
}

function lookOf(type: GraphQLInputType): Look {
  const known = looks.get(type);
  if (known !== undefined) return known;
  if (isInputObjectType(type)) {
    let look: Look | undefined;
    // Found while the fields are looked at, where one of them has this type again.
    looks.set(type, (value) => look?.(value));
    const fields = Object.values(type.getFields())
      .map((field) => ({ name: field.name, look: lookOf(field.type) }))
      .filter((field) => field.look !== nowhere);
    look = fields.length === 0 ? nowhere : inObject(fields);
    looks.set(type, look);
    return look;
  }
  const look = lookOfOther(type);
  looks.set(type, look);
  return look;
}

function lookOfOther(type: GraphQLInputType): Look {
  if (isNonNullType(type)) return lookOf(type.ofType);
  if (isListType(type)) {
    const element = lookOf(type.ofType);
    return element === nowhere ? nowhere : inList(element);
  }
  if (type !== GraphQLID) return nowhere;
  return (value) => (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? [] : undefined);
}

/** A value that is no list stands for a list of it. */
function inList(look: Look): Look {
  return (value) => {
    if (!Array.isArray(value)) return look(value);
    for (let index = 0; index < value.length; index++) {
      const path = look(value[index]);
      if (path !== undefined) return [index, ...path];
    }
    return undefined;
  };
}

function inObject(fields: readonly { readonly name: string; readonly look: Look }[]): Look {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    for (const { name, look } of fields) {
      const path = look((value as Record<string, unknown>)[name]);
      if (path !== undefined) return [name, ...path];
    }
    return undefined;
  };
}
