import { type DirectiveNode, Kind, type ObjectTypeDefinitionNode, type ValueNode } from 'graphql';
import { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import type { RecordPayload } from '../types.ts';

/** The sources that `@sources` declares on `type Record`. */
export interface RecordSources {
  readonly names: readonly string[];
  /** Those of which the owner says that they have each thing once. */
  readonly withoutDuplicates: readonly string[];
}

/** Where a record is from, by its id. */
export interface RecordOrigin {
  readonly source: string;
  readonly sourceId: string;
}

/** What keeps a directive or an id from naming sources, and what to do about it. */
export interface SourceProblem {
  readonly message: string;
  readonly hint: string;
}

export const sourceNamePattern = /^[a-z0-9_-]{1,32}$/;

/** The most sources: statistics count each pair of them. */
const MOST_SOURCES = 64;

/** The fields that the service fills with the origin of a record. */
export const sourceFields = ['source', 'sourceId'] as const;

/** How the directive is declared, with the sources of the schema as defaults: so introspection tells them. */
export const sourcesDefinition = ({ names, withoutDuplicates }: RecordSources): string =>
  `directive @sources(names: [String!] = ${JSON.stringify(names)}, withoutDuplicates: [String!] = ${JSON.stringify(withoutDuplicates)}) on OBJECT`;

export const sourcesDirective = (node: {
  readonly directives?: readonly DirectiveNode[] | undefined;
}): DirectiveNode | undefined => node.directives?.find(({ name }) => name.value === 'sources');

/** The sources that a type declares; undefined without the directive. Call it for a directive without problems. */
export function sourcesOf(record: ObjectTypeDefinitionNode): RecordSources | undefined {
  const directive = sourcesDirective(record);
  if (directive === undefined) return undefined;
  return {
    names: textsOf(argumentOf(directive, 'names')) ?? [],
    withoutDuplicates: textsOf(argumentOf(directive, 'withoutDuplicates')) ?? [],
  };
}

/** What is wrong with the arguments of the directive. */
export function sourcesProblems(directive: DirectiveNode): SourceProblem[] {
  const hint = 'Write @sources(names: ["crm", "shop"], withoutDuplicates: ["crm"]).';
  const problem = (message: string, own = hint): SourceProblem[] => [{ message: `@sources: ${message}`, hint: own }];
  const unknown = directive.arguments?.find(({ name }) => !['names', 'withoutDuplicates'].includes(name.value));
  if (unknown !== undefined) return problem(`there is no argument ${quote(unknown.name.value)}`);
  const names = textsOf(argumentOf(directive, 'names'));
  if (names === undefined || names.length === 0) return problem('"names" must be a list of names');
  const given = argumentOf(directive, 'withoutDuplicates');
  const withoutDuplicates = given === undefined ? [] : textsOf(given);
  if (withoutDuplicates === undefined) return problem('"withoutDuplicates" must be a list of names');
  if (names.length > MOST_SOURCES) return problem(`there are ${names.length} sources`, `Name at most ${MOST_SOURCES}.`);
  return [
    ...names
      .filter((name) => !sourceNamePattern.test(name))
      .flatMap((name) =>
        problem(`${quote(name)} is no name of a source`, 'Take 1 to 32 of a to z, 0 to 9, _ and -, such as "crm-eu".'),
      ),
    ...[names, withoutDuplicates].flatMap((list) =>
      list
        .filter((name, index) => list.indexOf(name) !== index)
        .flatMap((name) => problem(`${quote(name)} is there twice`, 'Keep one of the two.')),
    ),
    ...withoutDuplicates
      .filter((name) => !names.includes(name))
      .flatMap((name) =>
        problem(`"withoutDuplicates" names ${quote(name)}, which "names" does not`, unknownSourceHint(name, names)),
      ),
  ];
}

const argumentOf = (directive: DirectiveNode, name: string): ValueNode | undefined =>
  directive.arguments?.find((argument) => argument.name.value === name)?.value;

/** The texts of a list; GraphQL takes one text for a list of one. Undefined for everything else. */
function textsOf(value: ValueNode | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const values = value.kind === Kind.LIST ? value.values : [value];
  const texts = values.flatMap((one) => (one.kind === Kind.STRING ? [one.value] : []));
  return texts.length === values.length ? texts : undefined;
}

/** What to do about a source that is not declared. */
export function unknownSourceHint(name: string, names: readonly string[]): string {
  const nearest = new NameSuggester().nearest(name, names);
  return nearest === undefined ? `Sources are ${quoteChoices(names)}.` : `Did you mean ${quote(nearest)}?`;
}

/** The two parts of an id such as `crm/17`; undefined for an id without a slash. */
export function originOf(id: string): RecordOrigin | undefined {
  const at = id.indexOf('/');
  return at === -1 ? undefined : { source: id.slice(0, at), sourceId: id.slice(at + 1) };
}

/**
 * A record with its `source` and `sourceId`, which its id names; or why it is of no declared source. Without declared
 * sources every record stays as it is.
 */
export function withSource(
  record: RecordPayload,
  id: string,
  sources: RecordSources | undefined,
): { readonly record: RecordPayload } | { readonly problem: SourceProblem } {
  if (sources === undefined) return { record };
  const shown = quote(id);
  const form = `Write the id as SOURCE/ID, such as ${quote(`${sources.names[0]}/17`)}.`;
  const origin = originOf(id);
  if (origin === undefined) return { problem: { message: `the record id ${shown} names no source`, hint: form } };
  const { source, sourceId } = origin;
  if (!sources.names.includes(source)) {
    const message = `the record id ${shown} is of the source ${quote(source)}, which is not declared`;
    return { problem: { message, hint: unknownSourceHint(source, sources.names) } };
  }
  if (sourceId.trim() === '' || sourceId.includes('/')) {
    const what = sourceId.includes('/') ? 'has more than one slash' : 'has nothing after its slash';
    return { problem: { message: `the record id ${shown} ${what}`, hint: `${form} Replace other slashes.` } };
  }
  for (const field of sourceFields) {
    const given = record[field];
    if (given === undefined || given === null || given === origin[field]) continue;
    const message = `the record ${shown} has the ${field} ${quote(String(given))}, and its id says ${quote(origin[field])}`;
    return { problem: { message, hint: `Leave ${sourceFields.join(' and ')} out: the id fills them.` } };
  }
  return { record: { ...record, source, sourceId } };
}
