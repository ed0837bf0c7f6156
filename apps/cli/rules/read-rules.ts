import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentName } from '../../../src/entities/rule-changes/versions/documents.ts';
import { rulesInForceQuery } from '../../../src/graphql/queries/metrics.generated.ts';
import { ruleChangePaceQuery, ruleDocumentQuery } from '../../../src/graphql/queries/rule-change.generated.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema, type RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { readSchema } from '../client/selection.ts';
import { RulesFileError } from './errors.ts';

/** A rule-config with a name for people to read: that of its file, or where else it comes from. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new RulesFileError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Give the path of a file that you may read.',
      cause,
    });
  }
}

/** Reads the given record schema, or `schema.graphqls` beside the rule-config if that exists. */
export function readSchemaFor(ruleConfigFile: string, schemaFile?: string): RecordSchema | undefined {
  const beside = join(dirname(ruleConfigFile), 'schema.graphqls');
  const file = schemaFile ?? (existsSync(beside) ? beside : undefined);
  return file === undefined ? undefined : loadRecordSchema(readText(file));
}

/** Reads a rule-config, with the checks and the compilation of a deployment. */
export function readRules(ruleConfigFile: string, schemaFile?: string): CompiledRules {
  const schema = readSchemaFor(ruleConfigFile, schemaFile);
  return compileRuleConfig(loadRuleConfig(readText(ruleConfigFile), schema, ruleConfigFile));
}

const usual = 'rule-config.json';

/** The rules that a service goes by, and how many records it has; undefined where the client may not know. */
export interface ServedRules {
  readonly inForce: string | undefined;
  readonly recordCount: number | undefined;
}

export async function readServedRules(client: GraphqlClient): Promise<ServedRules> {
  const { data } = await client.execute(rulesInForceQuery, {});
  return { inForce: data?.metrics.rules?.inForce, recordCount: data?.metrics.recordCount };
}

/** Where the file of a rule-config is looked for. */
export interface RulesPlace {
  /** A directory that may have it. */
  readonly beside: string;
  /** The file that the user names, and the option for it. */
  readonly file: string | undefined;
  readonly option: string;
}

/**
 * The rule-config that a service goes by: from the file that is named, else from the service, else from a
 * `rule-config.json` with the same content in the directory or in the working directory.
 *
 * @throws RulesFileError if there is none, or if the file has other rules
 */
export async function rulesInForce(
  client: GraphqlClient,
  place: RulesPlace,
  inForce: string | undefined,
): Promise<NamedText> {
  if (place.file === undefined && inForce !== undefined) {
    const text = await servedDocument(client, inForce);
    if (text !== undefined) return { name: 'the rules in force', text };
  }
  const file = fileInForce(place, inForce);
  return { name: file, text: readText(file) };
}

/** The text of a document; undefined if the service does not give it to this client. */
async function servedDocument(client: GraphqlClient, name: string): Promise<string | undefined> {
  if (!(await hasRuleChange(client, 'document'))) return undefined;
  const { data } = await client.execute(ruleDocumentQuery, { name });
  return data?.ruleChange.document ?? undefined;
}

/** Write units a second that a change of the service may use; undefined where the client may not know. */
export async function servedPace(client: GraphqlClient): Promise<number | undefined> {
  if (!(await hasRuleChange(client, 'options'))) return undefined;
  const { data } = await client.execute(ruleChangePaceQuery, {});
  return data?.ruleChange.options.writeUnitsPerSecond;
}

/** Whether the service is of a release that answers this of a change of the rules. */
async function hasRuleChange(client: GraphqlClient, name: string): Promise<boolean> {
  const fields = (await readSchema(client)).types.get('RuleChange')?.fields;
  return fields?.some((field) => field.name === name) === true;
}

/** @throws RulesFileError */
function fileInForce({ beside, file, option }: RulesPlace, inForce: string | undefined): string {
  if (inForce === undefined) {
    if (file !== undefined) return file;
    throw new RulesFileError('The client may not ask the service which rules are in force.', {
      hint: `Name their file with ${option}, or use a client with the scope of metrics.`,
    });
  }
  const candidates = file === undefined ? [join(beside, usual), usual].filter((one) => existsSync(one)) : [file];
  const found = candidates.find((one) => documentName(readText(one)) === inForce);
  if (found !== undefined) return found;
  throw new RulesFileError(
    file === undefined
      ? `The rules in force (SHA-256 ${inForce}) are not in a ${usual} in ${beside} or here.`
      : `${file} does not have the rules that are in force: their SHA-256 is ${inForce}, and that of the file is ${documentName(readText(file))}.`,
    { hint: `Name the file that was deployed with ${option}; sha256sum prints the SHA-256 of a file.` },
  );
}
