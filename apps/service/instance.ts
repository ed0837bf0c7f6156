import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { EntityDataError } from '../../src/errors.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import type { Finding, RuleConfig } from '../../src/rules/document/types.ts';
import { lintRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema, type RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { SchemaError } from '../../src/rules/record-schema/schema-error.ts';
import { compileAllowList } from '../../src/runtime/callers/address.ts';
import { withoutGuesses } from './designed-rules.ts';
import { type ClientDefinition, ClientsFileError, defaultClients, loadClients } from './identity/clients.ts';

/** The files and settings that make an instance. */
interface InstanceOptions {
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  /** Without a clients file there is one client with all scopes. */
  readonly clientsFile?: string | undefined;
  /** The scopes of the operations; those that the schema names with `@hasPrivilege` are added. */
  readonly scopes: readonly string[];
  /** Addresses and CIDR blocks; undefined allows every address. */
  readonly ipRangeAllowList?: readonly string[] | undefined;
}

interface InstanceDocuments {
  readonly ruleConfig: string;
  readonly schema: string;
}

/** An instance that passed every check. */
export interface Instance {
  /** As it is deployed: the store may be indexed by another one. */
  readonly ruleConfig: RuleConfig;
  readonly rules: CompiledRules;
  readonly recordSchema: RecordSchema;
  /** The original text of the documents. */
  readonly documents: InstanceDocuments;
  readonly clients: readonly ClientDefinition[];
  readonly warnings: readonly StartProblem[];
}

/**
 * Reads the files of an instance and reports all their problems at once.
 *
 * @throws StartError
 */
export async function loadInstance(options: InstanceOptions): Promise<Instance> {
  const problems: StartProblem[] = [];
  const read = async (file: string, option: string): Promise<string | undefined> => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      const { message } = error as Error;
      const hint = `Name a file that this user may read with ${option}.`;
      problems.push({ source: file, severity: 'error', code: 'FILE_UNREADABLE', message, hint });
      return undefined;
    }
  };
  const { ruleConfigFile, schemaFile, clientsFile, ipRangeAllowList } = options;
  const [schemaText, rulesText, clientsText] = await Promise.all([
    read(schemaFile, '--schema'),
    read(ruleConfigFile, '--rule-config'),
    clientsFile === undefined ? undefined : read(clientsFile, '--clients'),
  ]);

  const recordSchema = schemaText === undefined ? undefined : readSchema(schemaText, schemaFile, problems);
  const rules = rulesText === undefined ? undefined : readRules(rulesText, ruleConfigFile, recordSchema, problems);
  const scopes = [...new Set([...options.scopes, ...privilegesIn(schemaText ?? '')])];
  const clients =
    clientsFile === undefined
      ? defaultClients(scopes)
      : clientsText === undefined
        ? undefined
        : readClients(clientsText, clientsFile, scopes, problems);
  checkAllowList(ipRangeAllowList, problems);

  const failed = problems.some(({ severity }) => severity === 'error');
  if (failed || rulesText === undefined || schemaText === undefined) throw new StartError(problems);
  if (rules === undefined || recordSchema === undefined || clients === undefined) throw new StartError(problems);
  const documents = { ruleConfig: rulesText, schema: schemaText };
  return { ...rules, recordSchema, documents, clients, warnings: problems };
}

function readSchema(text: string, file: string, problems: StartProblem[]): RecordSchema | undefined {
  try {
    const schema = loadRecordSchema(text);
    for (const warning of schema.warnings) problems.push({ source: file, ...warning });
    return schema;
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    for (const problem of error.problems) problems.push({ source: file, ...problem });
    return undefined;
  }
}

/** The scopes in a schema. Found like in the Terraform module, by pattern, so that a text with errors works too. */
function privilegesIn(schema: string): readonly string[] {
  return [...schema.matchAll(/@hasPrivilege\s*\(\s*privilege\s*:\s*"([^"\s]+)"/g)].map(([, privilege]) => privilege!);
}

function readRules(
  text: string,
  file: string,
  schema: RecordSchema | undefined,
  problems: StartProblem[],
): Pick<Instance, 'ruleConfig' | 'rules'> | undefined {
  const { config, errors, warnings } = lintRuleConfig(text, { schema });
  for (const finding of [...errors, ...withoutGuesses(warnings, text, file)])
    problems.push({ source: file, ...withPlace(finding) });
  if (config === undefined) return undefined;
  try {
    return { ruleConfig: config, rules: compileRuleConfig(config) };
  } catch (error) {
    // Errors that the linter does not detect.
    if (!(error instanceof EntityDataError)) throw error;
    const { code, message, hint } = error;
    problems.push({ source: file, severity: 'error', code, message, hint });
    return undefined;
  }
}

/** A finding without a position in the text names the part of the document instead. */
function withPlace(finding: Finding): Omit<StartProblem, 'source'> {
  const { severity, code, message, pointer, line, column, hint } = finding;
  return { severity, code, message: line === undefined ? `${pointer}: ${message}` : message, line, column, hint };
}

function readClients(
  text: string,
  file: string,
  scopes: readonly string[],
  problems: StartProblem[],
): readonly ClientDefinition[] | undefined {
  try {
    return loadClients(text, scopes);
  } catch (error) {
    if (!(error instanceof ClientsFileError)) throw error;
    for (const problem of error.problems) {
      problems.push({ source: file, severity: 'error', code: error.code, ...problem });
    }
    return undefined;
  }
}

function checkAllowList(entries: readonly string[] | undefined, problems: StartProblem[]): void {
  if (entries === undefined) return;
  const source = '--ip-range-allow-list';
  const report = (message: string) => problems.push({ source, severity: 'error', code: 'ALLOW_LIST_INVALID', message });
  if (entries.length === 0) report('is empty, which would refuse every caller.');
  for (const problem of compileAllowList(entries).problems) report(problem);
}

interface InstancePlace {
  readonly instanceDirectory?: string | undefined;
  readonly ruleConfigFile: string;
}

/** What people call the data of a service: the directory of its instance. A number says too little without the directory around it. */
export function instanceName({ instanceDirectory, ruleConfigFile }: InstancePlace): string {
  const directory = resolve(instanceDirectory ?? dirname(ruleConfigFile));
  const name = basename(directory);
  return /^\d+$/.test(name) ? `${basename(dirname(directory))}/${name}` : name;
}

/** A reason why the service cannot start. Lines and columns count from 1. */
export interface StartProblem {
  /** The file, or the command-line option. */
  readonly source: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** The service cannot start with this configuration. The message lists every problem. */
export class StartError extends EntityDataError {
  readonly code = 'START_REFUSED';
  readonly problems: readonly StartProblem[];

  constructor(problems: readonly StartProblem[]) {
    const count = problems.filter(({ severity }) => severity === 'error').length;
    super(
      [`The service does not start: ${count} problem${count === 1 ? '' : 's'}.`, ...problems.map(problemText)].join(
        '\n',
      ),
    );
    this.problems = problems;
  }
}

/** `file:line:column error CODE message (hint)`, which editors and terminals turn into a link. */
export function problemText({ source, line, column, severity, code, message, hint }: StartProblem): string {
  const place = line === undefined ? source : `${source}:${line}:${column ?? 1}`;
  return `${place} ${severity} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
