import { Command } from 'commander';
import {
  type AnsweredDecision,
  type DecisionAnswer,
  decisionsQuery,
  linkMutation,
  separateMutation,
  undoDecisionMutation,
} from '../../../src/graphql/queries/decisions.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataOf } from '../client/entities.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession, USER_OPTION, userOf } from './connection-options.ts';

import { count } from './entity.ts';
import { wholeNumber } from './numbers.ts';

/** A decision for people to read, in two or three lines. */
const decisionText = (decision: AnsweredDecision): string => terminalText(decisionLines(decision));

/** What a decision did. */
function decidedText({ decision, triggered, complete, records }: DecisionAnswer): string {
  return terminalText([
    ...decisionLines(decision),
    ...(triggered ? [] : ['Nothing changed: this was done before.']),
    ...(complete ? [] : ['The entity is large: the service finishes this within minutes.']),
    ...records.map(({ id, entityID, recordIDs }) => `${id} is in ${entityID}: ${recordIDs.join(' ')}`),
  ]);
}

function decisionLines({ id, kind, decidedAt, a, b, removedLinks, undone, ...decision }: AnsweredDecision): string[] {
  const links = removedLinks.length === 0 ? '' : `, ${count(removedLinks.length, 'removed link')}`;
  return [
    `${id}  ${kind.toLowerCase()} ${a ?? ERASED} ${b ?? ERASED}${links}`,
    `  ${decidedAt} by ${personText(decision)}: ${decision.reason ?? ERASED}`,
    ...(undone === null ? [] : [`  taken back ${undone.at} by ${personText(undone)}`]),
  ];
}

const ERASED = '(erased)';

const personText = ({ user, verified, client }: Pick<AnsweredDecision, 'user' | 'verified' | 'client'>): string =>
  [
    user === '' ? 'unknown' : user,
    ...(verified ? ['(signed in)'] : []),
    ...(client === '' ? [] : [`(${client})`]),
  ].join(' ');

interface DecisionOptions extends ConnectionOptions {
  readonly user?: string;
  readonly json: boolean;
}

const show = ({ answer }: { readonly answer: DecisionAnswer }, { json }: DecisionOptions): void => {
  process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : decidedText(answer));
};

const withCommonOptions = (command: Command): Command =>
  addConnectionOptions(command.option(...USER_OPTION).option('--json', 'print JSON', false));

export function linkCommand(): Command {
  return withCommonOptions(
    new Command('link')
      .description('Make two records one entity, whatever the rules say.')
      .argument('<a>', 'id of a record')
      .argument('<b>', 'id of another record')
      .requiredOption('--reason <text>', 'why')
      .option('--lift', 'lift what separates the two', false),
  ).action(async (a: string, b: string, options: DecisionOptions & { reason: string; lift: boolean }) => {
    const { reason, lift } = options;
    const client = (await openSession(options, { isWriting: true })).client();
    show(dataOf(await client.execute(linkMutation, { input: { a, b, reason, lift, user: userOf(options) } })), options);
  });
}

export function separateCommand(): Command {
  return withCommonOptions(
    new Command('separate')
      .description('Part two records by removing as few links as possible, and keep them apart.')
      .argument('<a>', 'id of a record')
      .argument('<b>', 'id of another record')
      .requiredOption('--reason <text>', 'why'),
  ).action(async (a: string, b: string, options: DecisionOptions & { reason: string }) => {
    const client = (await openSession(options, { isWriting: true })).client();
    show(
      dataOf(
        await client.execute(separateMutation, { input: { a, b, reason: options.reason, user: userOf(options) } }),
      ),
      options,
    );
  });
}

export function undoCommand(): Command {
  return withCommonOptions(
    new Command('undo').description('Take a decision back.').argument('<decision>', 'id of the decision'),
  ).action(async (id: string, options: DecisionOptions) => {
    const client = (await openSession(options, { isWriting: true })).client();
    show(dataOf(await client.execute(undoDecisionMutation, { input: { id, user: userOf(options) } })), options);
  });
}

export function decisionsCommand(): Command {
  return addConnectionOptions(
    new Command('decisions')
      .description('List decisions of people, newest first.')
      .option('--record <id>', 'only those about this record')
      .option('--first <n>', 'how many, at most 100', wholeNumber(1, 100), 20)
      .option('--after <id>', 'those older than this decision')
      .option('--json', 'print JSON', false),
  ).action(async (options: ConnectionOptions & { record?: string; first: number; after?: string; json: boolean }) => {
    const client = (await openSession(options)).client();
    const { record, after } = options;
    const input = {
      first: options.first,
      ...(record === undefined ? {} : { record }),
      ...(after === undefined ? {} : { after }),
    };
    const { page } = dataOf(await client.execute(decisionsQuery, { input }));
    if (options.json) process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
    else {
      process.stdout.write(page.decisions.map(decisionText).join(''));
      if (page.decisions.length === 0) process.stderr.write('There are no decisions.\n');
      if (page.after !== null) process.stderr.write(`More follow: --after ${page.after}\n`);
    }
  });
}
