import { Command, InvalidArgumentError, Option } from 'commander';
import type { AnsweredReview } from '../../../src/graphql/queries/reviews.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { findReviews, releaseReviews, skipReview, takeReviews } from '../client/reviews.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession, USER_OPTION, userOf } from './connection-options.ts';

import { wholeNumber } from './numbers.ts';

interface ReviewsOptions extends ConnectionOptions {
  readonly first: number;
  readonly after?: string;
  readonly minScore?: number;
  readonly kind?: readonly string[];
  readonly take?: number;
  readonly mine?: boolean;
  readonly free?: boolean;
  /** True without ids. */
  readonly release?: readonly string[] | true;
  readonly user?: string;
  readonly json: boolean;
}

const kinds = {
  'near-match': 'NEAR_MATCH',
  'weak-bridge': 'WEAK_BRIDGE',
  'grew-fast': 'GREW_FAST',
  'frequent-value': 'FREQUENT_VALUE',
} as const;

export function reviewsCommand(): Command {
  const conflict = (flags: string, description: string, ...others: string[]) =>
    new Option(flags, description).conflicts(others);
  return addConnectionOptions(
    new Command('reviews')
      .description('List what deserves a look: finds of the last statistics, then near matches, best first.')
      .option('--first <n>', 'how many, at most 100', wholeNumber(1, 100), 20)
      .option('--after <place>', 'those behind this place, which the answer before names')
      .addOption(new Option('--kind <kinds...>', 'only these kinds').choices(Object.keys(kinds)))
      .option('--min-score <number>', 'of those with a score, only those of at least this one, from 0 to 1', scoreOf)
      .addOption(
        conflict(
          '--take <n>',
          'take the best free ones for an hour, until you hold so many, at most 50',
          'first',
          'after',
        ).argParser(wholeNumber(1, 50)),
      )
      .addOption(conflict('--mine', 'only those that you hold', 'take', 'free'))
      .addOption(conflict('--free', 'only those that no person holds', 'take'))
      .addOption(conflict('--release [ids...]', 'give these back, or all that you hold', 'take', 'mine', 'free'))
      .option(...USER_OPTION)
      .option('--json', 'print JSON', false),
  ).action(async (options: ReviewsOptions) => {
    const isWriting = options.release !== undefined || options.take !== undefined;
    const client = (await openSession(options, { isWriting })).client();
    if (options.release !== undefined) return release(client, options, options.release);
    if (options.take !== undefined) return take(client, options, options.take);
    return list(client, options);
  });
}

async function list(client: GraphqlClient, options: ReviewsOptions): Promise<void> {
  const { first, after, mine, free, json } = options;
  const page = await findReviews(client, {
    first,
    ...(after === undefined ? {} : { after }),
    ...filterOf(options),
    ...(mine === true ? { assigned: 'MINE', user: userOf(options) } : {}),
    ...(free === true ? { assigned: 'FREE' } : {}),
  });
  if (json) {
    process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
    return;
  }
  process.stdout.write(terminalText(page.reviews.flatMap(reviewLines)));
  if (page.reviews.length === 0 && page.after === null) {
    process.stderr.write(
      mine === true ? 'You hold no reviews: --take 10 takes ten.\n' : 'There is nothing to review.\n',
    );
  }
  if (page.after !== null) process.stderr.write(`More follow, ${page.count} in all: --after ${page.after}\n`);
}

async function take(client: GraphqlClient, options: ReviewsOptions, first: number): Promise<void> {
  const reviews = await takeReviews(client, { first, user: userOf(options), ...filterOf(options) });
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ reviews }, null, 2)}\n`);
    return;
  }
  process.stdout.write(terminalText(reviews.flatMap(reviewLines)));
  if (reviews.length === 0) process.stderr.write('There is nothing free to take.\n');
}

async function release(client: GraphqlClient, options: ReviewsOptions, ids: readonly string[] | true): Promise<void> {
  const released = await releaseReviews(client, {
    user: userOf(options),
    ...(ids === true ? {} : { reviews: ids }),
  });
  if (options.json) process.stdout.write(`${JSON.stringify({ released }, null, 2)}\n`);
  else process.stdout.write(terminalText([`Released: ${released.length}.`, ...released.map((id) => `  review ${id}`)]));
}

const filterOf = ({ kind, minScore }: ReviewsOptions) => ({
  ...(minScore === undefined ? {} : { minScore }),
  ...(kind === undefined ? {} : { kinds: kind.map((one) => kinds[one as keyof typeof kinds]) }),
});

export function skipCommand(): Command {
  return addConnectionOptions(
    new Command('skip')
      .description(
        'Take a pair out of the review queue until one of its records changes, or another review until it changes.',
      )
      .argument('<a>', 'id of a record of a near match, or of a review of another kind')
      .argument('[b]', 'id of the other record of the near match')
      .option(...USER_OPTION),
  ).action(async (a: string, b: string | undefined, options: ConnectionOptions & { user?: string }) => {
    const client = (await openSession(options, { isWriting: true })).client();
    const skipped = await skipReview(client, { ...(b === undefined ? { id: a } : { a, b }), user: userOf(options) });
    process.stdout.write(skipped ? 'Skipped.\n' : 'Nothing changed: it is not in the queue.\n');
  });
}

/** What it is about, then why it is listed and who holds it. */
function reviewLines(review: AnsweredReview): string[] {
  const { id, kind, assignedTo, assignedUntil } = review;
  const name = kind === 'NEAR_MATCH' ? `, review ${id}` : '';
  const held = assignedTo === null ? [] : [`  held by ${assignedTo} until ${assignedUntil}${name}`];
  return [...linesAbout(review), ...held];
}

/** What it is about, then why it is listed. */
function linesAbout({ id, kind, score, rules, foundAt, a, b, grown, shared }: AnsweredReview): string[] {
  if (grown !== null) {
    const { entityID, records, recordsBefore } = grown;
    return [`grew   ${entityID}`, `  ${recordsBefore} records became ${records}, found ${foundAt}, review ${id}`];
  }
  if (shared !== null) {
    const { resolver, value, entities } = shared;
    const shown = value === null ? '(hidden)' : JSON.stringify(value);
    return [`value  ${resolver} ${shown}`, `  ${entities} entities or more, found ${foundAt}, review ${id}`];
  }
  if (a === null || b === null || score === null) return [`${kind}  ${id}`, `  found ${foundAt}`];
  const why = kind === 'WEAK_BRIDGE' ? `the only link between two parts of ${a.entityID}, ` : '';
  const how = kind === 'WEAK_BRIDGE' ? `, review ${id}` : '';
  return [`${score.toFixed(3)}  ${a.id} ${b.id}`, `  ${why}${rules.join(', ')}, found ${foundAt}${how}`];
}

function scoreOf(text: string): number {
  const score = Number(text);
  if (text.trim() === '' || !(score >= 0 && score <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.');
  return score;
}
