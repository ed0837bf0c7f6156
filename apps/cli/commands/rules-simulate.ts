import { Command } from 'commander';
import {
  explainPair,
  type PairExplanation,
  type RuleSetVerdict,
  type SideExplanation,
} from '../../../src/rules/compile/explain.ts';
import type { MatcherVerdict } from '../../../src/rules/matchers/matcher.ts';
import { readRules } from '../rules/read-rules.ts';
import { readRuleCases } from '../rules/rule-case.ts';
import { addRulesOptions, type RulesOptions, ruleConfigFor } from './rules-options.ts';

interface SimulateOptions extends RulesOptions {
  readonly trace: boolean;
  readonly json: boolean;
}

export function rulesSimulateCommand(): Command {
  return addRulesOptions(
    new Command('simulate').description('Show why pairs of records do or do not match, down to every matcher.'),
  )
    .argument('<files...>', 'JSON files with {"recordA": {…}, "recordB": {…}}, or lists of such pairs')
    .option('--trace', 'show what every transformer did', false)
    .option('--json', 'print JSON', false)
    .action((files: readonly string[], { trace, json, ...named }: SimulateOptions) => {
      const rules = readRules(ruleConfigFor(files, named), named.schema);
      for (const file of files) {
        for (const { name, recordA, recordB } of readRuleCases(file)) {
          const pair = explainPair(rules, recordA, recordB);
          if (json) process.stdout.write(`${JSON.stringify({ file, name, ...pair }, null, 2)}\n`);
          else process.stdout.write(`== ${file}: ${name}\n${pairText(pair, { trace })}\n`);
        }
      }
    });
}

/** Formats a simulation as text; `trace` adds the result of every transformer. */
function pairText(pair: PairExplanation, options: { readonly trace: boolean }): string {
  const lines = [pair.together ? 'The records belong to one entity.' : 'The records do not match.'];
  for (const [name, side] of [
    ['recordA', pair.a],
    ['recordB', pair.b],
  ] as const) {
    lines.push('', name);
    // A call takes only some 100,000 arguments, and a trace may have more lines.
    for (const line of sideLines(side, options.trace)) lines.push(line);
  }
  for (const group of pair.groups) {
    const gate = group.keptApartBy === undefined ? '' : ` (by the consistency rule set ${group.keptApartBy})`;
    lines.push('', `group ${group.group}: ${group.outcome}${gate}`);
    lines.push(...ruleSetLines('link', group.link));
    if (group.deduplicate !== undefined) lines.push(...ruleSetLines('deduplicate', group.deduplicate));
    if (group.consistency !== undefined) lines.push(...ruleSetLines('consistency', group.consistency));
  }
  for (const { searchRules, rules, aFindsB, bFindsA, errors } of pair.searches) {
    lines.push('', `search ${searchRules}: recordA ${finds(aFindsB)} recordB, recordB ${finds(bFindsA)} recordA`);
    for (const error of errors) lines.push(`  error: ${error}`);
    lines.push(`  satisfied: ${listText(rules.satisfiedRuleIDs)}`);
  }
  lines.push('', `index keys shared: ${pair.sharedKeys.length}`);
  for (const key of pair.sharedKeys) {
    lines.push(`  ${key.hash} ${key.ruleIDs.join(', ')}: ${key.parts.map(({ part }) => part).join(' + ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function sideLines({ values, trace, keys, problems }: SideExplanation, withTrace: boolean): string[] {
  return [
    ...problems.map((problem) => `  refused: ${problem}`),
    ...Object.entries(values).map(([resolver, texts]) => `  ${resolver}: ${listText(texts)}`),
    `  index keys: ${keys.length}`,
    ...(withTrace
      ? trace.flatMap(({ transformerID, type, inputs, outputs, notes, cuts }) => [
          `  ${transformerID} (${type}): ${JSON.stringify(inputs)} → ${JSON.stringify(outputs)}`,
          ...[...notes, ...cuts].map((note) => `    ${note}`),
        ])
      : []),
  ];
}

function ruleSetLines(use: string, { ruleSetID, rules }: RuleSetVerdict): string[] {
  return [
    `  ${use} rule set ${ruleSetID}`,
    ...rules.flatMap(({ ruleID, satisfied, error, matchers }) => [
      `    ${mark(satisfied)} ${ruleID}${error === undefined ? '' : `: ${error}`}`,
      ...matchers.flatMap((matcher) => matcherLines(matcher, '      ')),
    ]),
  ];
}

function matcherLines({ matcherID, satisfied, similarity, values, inner }: MatcherVerdict, indent: string): string[] {
  const compared = values.map(({ a, b }) => `${listText(a)} | ${listText(b)}`).join('; ');
  return [
    `${indent}${mark(satisfied)} ${matcherID} ${similarity.toFixed(2)}  ${compared}`,
    ...(inner ?? []).flatMap((verdict) => matcherLines(verdict, `${indent}  `)),
  ];
}

const mark = (satisfied: boolean): string => (satisfied ? '+' : '-');
const finds = (hit: unknown): string => (hit === undefined ? 'does not find' : 'finds');
const listText = (texts: readonly string[]): string => (texts.length === 0 ? '(no value)' : texts.join(', '));
