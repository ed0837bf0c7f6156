import { Command, InvalidArgumentError } from 'commander';
import type { AnsweredReview } from '../../../src/graphql/queries/review-query.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { findReviews, skipReview } from '../client/reviews.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { USER_OPTION, userOf } from './deciding-user.ts';
import { wholeNumber } from './numbers.ts';
import { terminalText } from './terminal-text.ts';

interface ReviewsOptions extends ConnectionOptions {
  readonly first: number;
  readonly after?: string;
  readonly minScore?: number;
  readonly json: boolean;
}

export function reviewsCommand(): Command {
  return addConnectionOptions(
    new Command('reviews')
      .description('List pairs of records that deserve a look, best first.')
      .option('--first <n>', 'how many, at most 100', wholeNumber(1, 100), 20)
      .option('--after <place>', 'those behind this place, which the answer before names')
      .option('--min-score <number>', 'only those of at least this score, from 0 to 1', scoreOf)
      .option('--json', 'print JSON', false),
  ).action(async (options: ReviewsOptions) => {
    const { first, after, minScore } = options;
    const client = (await openSession(options)).client();
    const page = await findReviews(client, {
      first,
      ...(after === undefined ? {} : { after }),
      ...(minScore === undefined ? {} : { minScore }),
    });
    if (options.json) {
      process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
      return;
    }
    process.stdout.write(terminalText(page.reviews.flatMap(reviewLines)));
    if (page.reviews.length === 0 && page.after === null) process.stderr.write('There is nothing to review.\n');
    if (page.after !== null) process.stderr.write(`More follow, ${page.count} in all: --after ${page.after}\n`);
  });
}

export function skipCommand(): Command {
  return addConnectionOptions(
    new Command('skip')
      .description('Take a pair out of the review queue until one of its records changes.')
      .argument('<a>', 'id of a record')
      .argument('<b>', 'id of the other record')
      .option(...USER_OPTION),
  ).action(async (a: string, b: string, options: ConnectionOptions & { user?: string }) => {
    const client = (await openSession(options)).client();
    const skipped = await skipReview(client, { a, b, user: userOf(options) });
    process.stdout.write(skipped ? 'Skipped.\n' : 'Nothing changed: the pair is not in the queue.\n');
  });
}

const reviewLines = ({ score, rules, foundAt, a, b }: AnsweredReview): string[] => [
  `${score.toFixed(3)}  ${a.id} ${b.id}`,
  `  ${rules.join(', ')}, found ${foundAt}`,
];

function scoreOf(text: string): number {
  const score = Number(text);
  if (text.trim() === '' || !(score >= 0 && score <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.');
  return score;
}
