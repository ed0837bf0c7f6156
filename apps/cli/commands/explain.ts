import { Command } from 'commander';
import {
  type Explanation,
  explainQuery,
  type MatcherVerdict,
  type RuleVerdict,
  type WeightSum,
} from '../../../src/graphql/queries/explain.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataOf } from '../client/entities.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { count } from './entity.ts';

const outcomes: Readonly<Record<Explanation['groups'][number]['outcome'], string>> = {
  LINK: 'a rule links them',
  DUPLICATE: 'one is a duplicate of the other',
  KEPT_APART: 'a rule links them, and the consistency rules keep them apart',
  NOT_FOUND: 'a rule links them, but they share no index key by which the pair is found',
  NO_MATCH: 'no rule links them',
};

/** Links of a chain that are printed. */
const mostLinks = 20;

/** Why two records are one entity or not, for people to read. */
export function explanationLines({
  a,
  b,
  together,
  chain,
  cut,
  bans,
  held,
  sharedKeys,
  groups,
}: Explanation): string[] {
  const other = b ?? a;
  return [
    together
      ? `${a.id} and ${other.id} are one entity: ${a.entityID}`
      : `${a.id} and ${other.id} are not one entity: ${a.entityID} and ${other.entityID}`,
    ...(chain.length === 0 ? [] : ['linked by']),
    ...chain
      .slice(0, mostLinks)
      .map((link) => `  ${link.a} – ${link.b}  by ${link.rule}, score ${String(Math.round(link.score * 1000) / 1000)}`),
    ...(chain.length > mostLinks ? [`  and ${count(chain.length - mostLinks, 'more link')}`] : []),
    ...(cut ? ['a removed link: the two are never linked by a rule again'] : []),
    ...bans.map(({ user, reason, reference }) => `kept apart by ${user}: ${reason} (ban ${reference})`),
    ...heldLines(held),
    ...groups.flatMap(({ group, outcome, keptApartBy, link, deduplicate, consistency, review }) => [
      `the two records alone${groups.length === 1 ? '' : `, group ${group}`}: ${outcomes[outcome]}${keptApartBy === null ? '' : ` (${keptApartBy})`}`,
      ...[link, deduplicate, consistency, review].flatMap((set) => set?.rules.flatMap(ruleLines) ?? []),
    ]),
    `shared index keys: ${sharedKeys.length === 0 ? 'none' : ''}`.trimEnd(),
    ...sharedKeys.map(({ rules, parts }) => `  ${rules.join(', ')}: ${parts.map(({ part }) => part).join(' + ')}`),
  ];
}

const bitsText = (bits: number): string => `${String(Math.round(bits * 10) / 10)} bits`;

function heldLines(held: Explanation['held']): string[] {
  if (held == null) return [];
  const { reason, link, mean, least } = held;
  const linked = link == null ? '' : `, linked by ${link.join(' – ')},`;
  if (reason === 'SOURCE') return [`held apart: the two entities${linked} both have a record of one source`];
  if (reason === 'CHAIN') return ['held apart: links lead from one entity to the other by way of others only'];
  const means =
    mean == null || least == null ? '' : `: ${bitsText(mean)} in the mean, at least ${bitsText(least)} join`;
  return [`held apart: the pairs between the two entities${linked} say too little together${means}`];
}

function ruleLines({ id, satisfied, error, matchers }: RuleVerdict): string[] {
  return [
    `  ${mark(satisfied)} ${id}${error == null ? '' : `: ${error}`}`,
    ...ordered(matchers).flatMap((matcher) => matcherLines(matcher, '    ')),
  ];
}

/** The matcher of the keys by which a rule finds its pairs: less than what it judges them by. */
const keyMatcher = 'indexMatcherIDs';

const ordered = (matchers: readonly MatcherVerdict[]): readonly MatcherVerdict[] =>
  [...matchers].sort((a, b) => Number(a.id === keyMatcher) - Number(b.id === keyMatcher));

function matcherLines(matcher: MatcherVerdict, indent: string): string[] {
  const { id, satisfied, similarity, values, sum, inner } = matcher;
  if (sum != null) return sumLines(matcher, sum, indent);
  if (id === keyMatcher) {
    const found = (inner ?? []).filter((one) => one.satisfied).map((one) => one.id);
    return [
      `${indent}${mark(satisfied)} ${satisfied ? `found by ${found.join(', ')}` : 'found by no key of the rule'}`,
    ];
  }
  const compared = values.map((pair) => `${listText(pair.a)} | ${listText(pair.b)}`).join('; ');
  return [
    `${indent}${mark(satisfied)} ${id} ${similarity.toFixed(2)}  ${compared}`.trimEnd(),
    ...(inner ?? []).flatMap((verdict) => matcherLines(verdict, `${indent}  `)),
  ];
}

/** What each evidence counts for or against, in bits, with the values that were compared. */
function sumLines({ satisfied, inner = [] }: MatcherVerdict, { total, threshold, weights }: WeightSum, indent: string) {
  const width = Math.max(...weights.map(({ name }) => name.length));
  const byID = new Map(inner.map((verdict) => [verdict.id, verdict]));
  return [
    `${indent}${mark(satisfied)} evidence of ${total.toFixed(1)} bits; ${threshold.toFixed(1)} are needed`,
    ...weights.map(({ name, weight, matchers, counted, missing }) => {
      const values = comparedBy(
        [...(counted == null ? [] : [counted]), ...matchers].flatMap((id) => byID.get(id) ?? []),
      );
      const compared = values === undefined ? '' : `${listText(values.a)} | ${listText(values.b)}`;
      return `${indent}  ${name.padEnd(width)} ${bits(weight).padStart(6)}  ${missing ? 'no value to compare' : compared}`.trimEnd();
    }),
  ];
}

/** The values that tell most: a matcher of rare values has none where a value is frequent. */
function comparedBy(verdicts: readonly MatcherVerdict[]): MatcherVerdict['values'][number] | undefined {
  const compared = verdicts.flatMap(({ values }) => values);
  return compared.find(({ a, b }) => a.length > 0 && b.length > 0) ?? compared[0];
}

const bits = (weight: number): string => (weight > 0 ? `+${weight.toFixed(1)}` : weight.toFixed(1));

const mark = (satisfied: boolean): string => (satisfied ? '+' : '-');

const listText = (texts: readonly string[]): string => (texts.length === 0 ? '(no value)' : texts.join(', '));

interface ExplainCommandOptions extends ConnectionOptions {
  readonly json: boolean;
}

export function explainCommand(): Command {
  return addConnectionOptions(
    new Command('explain')
      .description('Say whether two records are one entity, and why: their links, and what each rule says of the two.')
      .argument('<a>', 'id of a record')
      .argument('<b>', 'id of another record')
      .option('--json', 'print JSON', false),
  )
    .addHelpText('after', '\nExit codes: 0 it is explained, 3 a record is not stored, 1 the query failed.')
    .action(async (a: string, b: string, { json, ...options }: ExplainCommandOptions) => {
      const client = (await openSession(options)).client();
      const answer = await client.execute(explainQuery, { input: { a, b } });
      const unknown = answer.errors?.find(({ extensions }) => extensions?.code === 'RECORD_NOT_FOUND');
      if (unknown !== undefined) {
        process.stderr.write(terminalText([`RECORD_NOT_FOUND: ${unknown.message}`]));
        process.exitCode = 3;
        return;
      }
      const { explain } = dataOf(answer);
      process.stdout.write(json ? `${JSON.stringify(explain, null, 2)}\n` : terminalText(explanationLines(explain)));
    });
}
