import { Command, Option } from 'commander';
import { EntityDataError } from '../../../src/errors.ts';
import type { IncompleteRules, SearchResult } from '../../../src/graphql/queries/search.generated.ts';
import { entityCountText } from '../../../src/graphql/queries.ts';
import { isObject } from '../../../src/is-object.ts';
import { own } from '../../../src/own.ts';
import { NameSuggester } from '../../../src/text/nearest-name.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { QueryRefusedError, searchEntities } from '../client/entities.ts';
import { type InputTypes, readRecordInput } from '../client/record-input.ts';
import { selectRecord } from '../client/selection.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { count, entityText } from './entity.ts';
import { wholeNumber } from './numbers.ts';

interface SearchCommandOptions extends ConnectionOptions {
  readonly rules?: string;
  readonly fields?: string;
  readonly first: number;
  readonly after?: string;
  readonly all: boolean;
  readonly edges: boolean;
  readonly json: boolean;
}

/** Explains an empty result: for example, no rule is satisfied by a city alone. */
const nothingFound =
  'A search finds a record when its values satisfy a search rule; most rules need several fields. ' +
  'To see which: svc_validate_search_parameters of the guidance server, or the rule-config.\n';

const nextPage = (cursor: string): string => `More follow: send the same search with --after ${cursor}\n`;

/** An argument of a search is invalid. */
export class SearchArgumentError extends EntityDataError {
  readonly code = 'SEARCH_ARGUMENT_INVALID';
}

export function searchCommand(): Command {
  return addConnectionOptions(
    new Command('search')
      .description('Show the entities that the search rules find.')
      .argument('<parameters...>', 'field=text (dots nest), field:=json, or one JSON object')
      .option('--rules <name>', 'name of the search rules; default: "default"')
      .option('--fields <selection>', 'the fields of a record to show, as in GraphQL: "id name address { city }"')
      .option('--first <count>', 'the most entities to show, the best hit first', wholeNumber(1, 100), 10)
      .option('--after <cursor>', 'show the next page: the cursor that the page before ended with')
      .addOption(
        new Option('--all', 'show all entities, by id; reads each of them')
          .default(false)
          .conflicts(['first', 'after']),
      )
      .option('--edges', 'print all edges, not only the first twenty of each entity and how many there are', false)
      .option('--json', 'print JSON, always with all edges', false),
  ).action(async (parameters: string[], options: SearchCommandOptions) => {
    const values = readParameters(parameters);
    const client = (await openSession(options)).client();
    const selection = options.fields === undefined ? await selectRecord(client) : `{ ${options.fields} }`;
    const found = await searchEntities(client, selection, {
      parameters: values,
      searchRules: options.rules,
      ...(options.all ? {} : { first: options.first, after: options.after }),
    }).catch(async (error: unknown) => {
      // The refusal of the API names no fields: what the search may name is read only now.
      if (error instanceof QueryRefusedError) refuseUnknownFields(values, (await readRecordInput(client))?.types);
      throw error;
    });
    if (options.json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    else print(found, options);
  });
}

/** Entities to standard output; what a person should know about them to standard error. */
function print(found: SearchResult, options: SearchCommandOptions): void {
  const { entities, totalCount, pageInfo, incomplete } = found;
  const records = entities.reduce((sum, entity) => sum + entity.records.length, 0);
  process.stdout.write(
    `${entities.map((entity) => entityText(entity, options)).join('\n')}${entities.length > 0 ? '\n' : ''}`,
  );
  process.stdout.write(
    `${entityCountText(found)}${totalCount === entities.length ? `, ${count(records, 'record')}` : ''}\n`,
  );
  if (pageInfo.endCursor !== null) process.stderr.write(nextPage(pageInfo.endCursor));
  if (incomplete.length > 0) process.stderr.write(incompleteText(incomplete));
  else if (totalCount === 0 && pageInfo.endCursor === null) process.stderr.write(nothingFound);
}

/**
 * Parses the arguments of a search: `lastName=Smith`, `age:=30`, `address.city=Leeds`, or a JSON object.
 *
 * @throws SearchArgumentError
 */
export function readParameters(texts: readonly string[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const text of texts) {
    if (text.startsWith('{')) {
      const value = parseJson(text, text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(text);
      Object.assign(parameters, value);
      continue;
    }
    const assignment = /^([^=]+?)(:?)=(.*)$/s.exec(text);
    if (assignment === null) throw unreadable(text);
    const [, path = '', colon, value = ''] = assignment;
    place(parameters, path, colon === ':' ? parseJson(value, text) : value, text);
  }
  return parameters;
}

/**
 * Refuses parameters that no record of the service has, with those that it has.
 *
 * @throws SearchArgumentError
 */
export function refuseUnknownFields(
  parameters: Readonly<Record<string, unknown>>,
  types: InputTypes | undefined,
  type = 'SearchParams',
  above = '',
): void {
  const fields = types?.get(type);
  if (fields === undefined || fields.size === 0) return;
  for (const [name, value] of Object.entries(parameters)) {
    const field = fields.get(name);
    if (field === undefined) {
      const near = new NameSuggester().nearest(name, fields.keys());
      throw new SearchArgumentError(
        `There is no field ${JSON.stringify(above + name)} to search by${near === undefined ? '.' : `; did you mean ${above}${near}?`}`,
        { hint: `The fields${above === '' ? '' : ` in ${above.slice(0, -1)}`} are: ${[...fields.keys()].join(', ')}.` },
      );
    }
    for (const inner of [value].flat()) {
      if (isObject(inner)) refuseUnknownFields(inner, types, field.name, `${above}${name}.`);
    }
  }
}

function place(parameters: Record<string, unknown>, path: string, value: unknown, text: string): void {
  const steps = path.split('.');
  const last = steps.pop() as string;
  if ([...steps, last].some((step) => step === '' || step === '__proto__')) throw unreadable(text);
  let container = parameters;
  for (const step of steps) {
    const inner = own(container, step) ?? {};
    if (typeof inner !== 'object' || Array.isArray(inner)) throw unreadable(text);
    container[step] = inner;
    container = inner as Record<string, unknown>;
  }
  container[last] = value;
}

function parseJson(json: string, text: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw unreadable(text);
  }
}

function unreadable(text: string): SearchArgumentError {
  return new SearchArgumentError(`${JSON.stringify(text)} is not a search parameter.`, {
    hint: 'Write field=text, field:=json, or one JSON object.',
  });
}

/** What a search left out, for people to read: a line for each entry. */
export function incompleteText(incomplete: readonly IncompleteRules[]): string {
  return incomplete.map((one) => `${sentences(one)}\n`).join('');
}

function sentences({ rules, reason, atLeast, add }: IncompleteRules): string {
  const names = `${rules.length === 1 ? 'Rule' : 'Rules'} ${rules.join(', ')}`;
  const crowd = `at least ${count(atLeast, 'record')} share`;
  const what =
    reason === 'GENERIC'
      ? `${names}: a value that ${crowd} was not searched by, because it is over-frequent (generic_key_records).`
      : `${names}: ${crowd} a value, and only the first of them were looked at.`;
  return add.length === 0
    ? `${what} Search by other fields to find the rest.`
    : `${what} Give more of these fields to find the rest: ${add.join(', ')}.`;
}
