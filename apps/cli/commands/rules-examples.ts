import { Command } from 'commander';
import type { ChangeExample } from '../../../src/graphql/queries/rule-change.generated.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { findRecord, readChangeExamples, readRuleChange } from '../client/rule-change.ts';
import { selectRecord } from '../client/selection.ts';
import { RuleChangeError } from '../rules/errors.ts';
import type { ExplainedExample } from '../rules/explained-examples.ts';
import { exampleText } from '../rules/preview-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';
import type { JsonOption } from './rules-status.ts';

interface ExamplesOptions extends JsonOption {
  readonly merges: boolean;
  readonly splits: boolean;
  readonly both: boolean;
  readonly first: number;
}

export function rulesExamplesCommand(): Command {
  return addConnectionOptions(
    new Command('examples')
      .description(
        'Show pairs of stored records that a change of the rules joins or parts, explained by both rule-configs.',
      )
      .option('--merges', 'only entities that merge', false)
      .option('--splits', 'only entities that split', false)
      .option('--both', 'only entities whose records leave and join others', false)
      .option('--first <number>', 'show so many of each kind', wholeNumber(1, 1_000), 20)
      .option('--json', 'print JSON', false),
  ).action(showExamples);
}

async function showExamples({ merges, splits, both, first, json, ...options }: ExamplesOptions): Promise<void> {
  const client = (await openSession(options)).client();
  const { from, to, report } = await readRuleChange(client);
  if (from === null || to === null || report === null) {
    throw new RuleChangeError('there are no examples yet: no change of the rules has counted what it does', {
      hint: 'See `entity-data rules status`; a change has examples when its phase READY is done.',
    });
  }
  const { former, next, examples } = await readChangeExamples(client, { from, to }, first);
  const rules = { former: compiled(former, from), next: compiled(next, to) };
  const isWanted = (kind: ChangeExample['kind']) =>
    (!merges && !splits && !both) ||
    (merges && kind === 'MERGE') ||
    (splits && kind === 'SPLIT') ||
    (both && kind === 'BOTH');
  const selection = await selectRecord(client);
  const explained: ExplainedExample[] = [];
  let erased = 0;
  for (const example of examples.filter(({ kind }) => isWanted(kind))) {
    const pair = await recordsOf(client, selection, example);
    if (pair === undefined) erased += 1;
    else explained.push(explain(example, pair, rules));
  }
  if (json) process.stdout.write(`${JSON.stringify({ from, to, erased, examples: explained }, null, 2)}\n`);
  else process.stdout.write(explained.map((example) => `${exampleText(example)}\n`).join(''));
  const left = erased === 0 ? '' : `; ${erased} left out, because a record is stored no more`;
  process.stderr.write(`${explained.length === 1 ? '1 example' : `${explained.length} examples`}${left}\n`);
}

/** Stored records were accepted by these rules, so that the schema is not needed. */
function compiled(text: string | null, name: string): CompiledRules {
  if (text !== null) return compileRuleConfig(loadRuleConfig(text, undefined, name));
  throw new RuleChangeError(`the service does not have the rule-config ${name} any more`, {
    hint: 'See `entity-data rules status`: the change may have been replaced by another one.',
  });
}

async function recordsOf(
  client: GraphqlClient,
  selection: string,
  { records: [a = '', b = ''] }: ChangeExample,
): Promise<readonly [RecordPayload, RecordPayload] | undefined> {
  const first = await findRecord(client, selection, a);
  const second = await findRecord(client, selection, b);
  return first === undefined || second === undefined ? undefined : [first, second];
}

function explain(
  { kind, records: [a = '', b = ''] }: ChangeExample,
  pair: readonly [RecordPayload, RecordPayload],
  { former, next }: { readonly former: CompiledRules; readonly next: CompiledRules },
): ExplainedExample {
  const before = explainPair(former, ...pair);
  const after = explainPair(next, ...pair);
  return {
    kind: kind.toLowerCase() as ExplainedExample['kind'],
    a,
    b,
    joins: kind === 'MERGE' || (kind === 'BOTH' && after.together && !before.together),
    former: before,
    next: after,
  };
}
