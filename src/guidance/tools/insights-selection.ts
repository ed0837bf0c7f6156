import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';

/** Paths of records to select insights for. Those of numbers and times are undefined if records have none. */
export interface InsightPaths {
  readonly any: string;
  readonly number: string | undefined;
  readonly time: string | undefined;
}

const numberTypes: ReadonlySet<string> = new Set(['Int', 'Float']);
const timeTypes: ReadonlySet<string> = new Set(['Time', 'Date']);
const ofNumbers: ReadonlySet<string> = new Set(['average', 'max', 'min', 'median', 'sum', 'standardDeviation']);
const ofTimes: ReadonlySet<string> = new Set(['newest', 'oldest']);

/** The selections for functions that return parts, records or entries. */
const shown: Readonly<Record<string, string>> = {
  Record: 'id',
  RecordInsights: 'count',
  FrequencyDistributionEntry: 'value frequency percentage',
  EdgeMatrixEntry: 'a b links',
  LinkedPairs: 'count after pairs { a b rules score bridge }',
};

/** @param types name of the scalar by path; @param chosen paths to prefer */
export function insightPaths(types: ReadonlyMap<string, string>, chosen: readonly string[] = []): InsightPaths {
  const paths = [...chosen.filter((path) => types.has(path)), ...types.keys()].filter((path) => path !== 'id');
  const first = (scalars: ReadonlySet<string>) => paths.find((path) => scalars.has(types.get(path)!));
  return { any: paths[0] ?? 'id', number: first(numberTypes), time: first(timeTypes) };
}

/** Returns a line for each insight of the type, with arguments to replace. */
export function insightLines(type: GraphQLObjectType, paths: InsightPaths): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const path = ofNumbers.has(field.name) ? paths.number : ofTimes.has(field.name) ? paths.time : paths.any;
    return path === undefined ? [] : [field.name + argumentsOf(field, path) + selectionOf(field)];
  });
}

function argumentsOf(field: GraphQLField<unknown, unknown>, path: string): string {
  const quoted = JSON.stringify(path);
  const values: Readonly<Record<string, string>> = {
    field: quoted,
    fields: `[${quoted}]`,
    conditions: `[{ field: ${quoted}, isNull: false }]`,
    criteria: `[{ field: ${quoted}, direction: ASC }]`,
    count: '10',
  };
  const given = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: ${values[name]}`);
  return given.length === 0 ? '' : `(${given.join(', ')})`;
}

function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  return isLeafType(named) ? '' : ` { ${shown[named.name]} }`;
}
