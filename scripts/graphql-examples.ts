/**
 * Runs the examples of the pages in docs/graphql/ and writes what they answer. An example is a fenced block `graphql`
 * (with `scope=…` behind it for a token that holds only these scopes), perhaps a block `json variables`, and a block
 * `json answer`. Every page starts with the records of docs/graphql/records.json in an empty store. On a page with the
 * comment `<!-- examples: a change of rules is held -->`, a change of rules waits for its owner too.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { apiEvent } from '../bench/api-event.ts';
import { createApi } from '../functions/api/api.ts';
import { createResolution } from '../src/entities/operations.ts';
import { createRuleChanges } from '../src/entities/rule-changes/rule-changes.ts';
import { chooseRules, type DeployedRules } from '../src/entities/rule-changes/versions/choose-rules.ts';
import { ageOfOldestWork } from '../src/entities/sweep.ts';
import { loadDeployment } from '../src/runtime/configuration/deployment.ts';
import { scopesOf } from '../src/scopes.ts';
import { openEmbeddedStore } from '../src/store/embedded/store.ts';
import type { Store, TableScan } from '../src/store/port.ts';

const root = join(import.meta.dirname, '..');
const example = join(root, 'examples', 'people');
const HELD = '<!-- examples: a change of rules is held -->';
/** Stands for the name of the next rule-config, which is another one whenever the example's changes. */
const NEXT_DOCUMENT = '4f2a9c0d7be1'.repeat(6).slice(0, 64);

/** A page with the answers that its examples give now. */
export async function refreshExamples(page: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'graphql-examples-'));
  const store = await openEmbeddedStore({ directory });
  try {
    const deployed = await loadDeployment(join(example, 'rule-config.json'), join(example, 'schema.graphqls'));
    const { recordSchema } = deployed;
    const chosen = await chooseRules(store, deployed);
    const resolution = createResolution({ store, table: store, historyRetentionInDays: 30, ...chosen });
    const silent = () => {};
    const log = { info: silent, warn: silent, error: silent };
    const ruleChanges = createRuleChanges({ store, table: store, deployed });
    const api = createApi({ resolution, ruleChanges, recordSchema, serviceIdentifier: 'svc', log });
    const ids = new ShownIDs();
    const records = JSON.parse(await readFile(join(root, 'docs', 'graphql', 'records.json'), 'utf8'));
    for (const { entityID } of await resolution.submit(records)) ids.show(entityID);
    // The sweeper makes the history of these records, after their submit has closed what it opened.
    while ((await ageOfOldestWork(store, Date.now(), 0)) !== null) await setImmediate();
    await resolution.sweep();
    if (page.includes(HELD)) ids.pair(await holdChange(store, deployed), NEXT_DOCUMENT);

    const ask = async (body: object, scope: string): Promise<unknown> => {
      const answer = await api(apiEvent(ids.toReal(JSON.stringify(body)), 'docs', scope));
      const shown = ids.toShown(answer.body ?? '');
      // A failure of the service is no example: the page keeps what it has.
      if (shown.includes('"INTERNAL_ERROR"')) throw new Error(`an example fails: ${shown}`);
      return JSON.parse(shown);
    };
    return await replaceAnswers(page, ask);
  } finally {
    await store.close();
    await rm(directory, { recursive: true });
  }
}

/** Begins a change of rules, which then waits for its owner. Returns the name of the next rule-config. */
async function holdChange(store: Store & TableScan, { config, recordSchema }: DeployedRules): Promise<string> {
  const rules = config.rules.map((rule) => (rule.id === 'EMAIL_NAME' ? { ...rule, matcherIDs: ['SAME_EMAIL'] } : rule));
  const text = JSON.stringify({ ...config, rules });
  let now = Date.now();
  const pause = async (milliseconds: number) => {
    now += milliseconds;
  };
  const changes = createRuleChanges({ store, table: store, deployed: { text, recordSchema }, now: () => now, pause });
  await changes.work(600_000);
  const { state, to } = await changes.status();
  if (state !== 'HELD' || to === undefined) throw new Error(`the change of rules is ${state} instead of held`);
  return to;
}

/** Ids of entities are made of time and chance. Pages show others, in the order in which they come up. */
class ShownIDs {
  private readonly shown = new Map<string, string>();
  private readonly real = new Map<string, string>();

  show(id: string): string {
    const known = this.shown.get(id);
    if (known !== undefined) return known;
    const shown = `01JZ5K8Q3N${String(this.shown.size + 1).padStart(16, '0')}`;
    this.pair(id, shown);
    return shown;
  }

  pair(real: string, shown: string): void {
    this.shown.set(real, shown);
    this.real.set(shown, real);
  }

  toShown(text: string): string {
    return text
      .replace(/\b[0-9a-f]{64}\b/g, (name) => this.shown.get(name) ?? name)
      .replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, (id) => this.show(id));
  }

  toReal(text: string): string {
    return text.replace(/\b(?:01JZ5K8Q3N\d{16}|[0-9a-f]{64})\b/g, (shown) => this.real.get(shown) ?? shown);
  }
}

const BLOCK = /^```(graphql|json variables|json answer)(?: scope=(.*))?\n([\s\S]*?)^```$/gm;

async function replaceAnswers(page: string, ask: (body: object, scope: string) => Promise<unknown>): Promise<string> {
  let written = '';
  let from = 0;
  let query: string | undefined;
  let variables: unknown;
  let scope = '';
  for (const match of page.matchAll(BLOCK)) {
    const [block, kind, scopes, text = ''] = match;
    if (kind === 'graphql') {
      query = text;
      variables = undefined;
      scope = scopes ?? scopesOf('svc').all.join(' ');
    } else if (kind === 'json variables') {
      variables = JSON.parse(text);
    } else {
      if (query === undefined) throw new Error('an answer stands before any request');
      const answer = await ask({ query, variables }, scope);
      written += `${page.slice(from, match.index)}\`\`\`json answer\n${prettyJson(answer)}\n\`\`\``;
      from = match.index + block.length;
    }
  }
  return written + page.slice(from);
}

const LINE = 110;

/** JSON for reading: whatever fits a line stays on one. */
function prettyJson(value: unknown, indent = ''): string {
  const inline = oneLine(value);
  if (inline.length + indent.length <= LINE || typeof value !== 'object' || value === null) return inline;
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((element) => deeper + prettyJson(element, deeper))
    : Object.entries(value).map(([name, field]) => `${deeper}${JSON.stringify(name)}: ${prettyJson(field, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${oneLine(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
