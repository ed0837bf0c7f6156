import { Command, InvalidArgumentError, Option } from 'commander';
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
  readonly kind?: readonly string[];
  readonly json: boolean;
}

const kinds = {
  'near-match': 'NEAR_MATCH',
  'weak-bridge': 'WEAK_BRIDGE',
  'grew-fast': 'GREW_FAST',
  'frequent-value': 'FREQUENT_VALUE',
} as const;

export function reviewsCommand(): Command {
  return addConnectionOptions(
    new Command('reviews')
      .description('List what deserves a look: finds of the last statistics, then near matches, best first.')
      .option('--first <n>', 'how many, at most 100', wholeNumber(1, 100), 20)
      .option('--after <place>', 'those behind this place, which the answer before names')
      .addOption(new Option('--kind <kinds...>', 'only these kinds').choices(Object.keys(kinds)))
      .option('--min-score <number>', 'of those with a score, only those of at least this one, from 0 to 1', scoreOf)
      .option('--json', 'print JSON', false),
  ).action(async (options: ReviewsOptions) => {
    const { first, after, minScore, kind } = options;
    const client = (await openSession(options)).client();
    const page = await findReviews(client, {
      first,
      ...(after === undefined ? {} : { after }),
      ...(minScore === undefined ? {} : { minScore }),
      ...(kind === undefined ? {} : { kinds: kind.map((one) => kinds[one as keyof typeof kinds]) }),
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
      .description(
        'Take a pair out of the review queue until one of its records changes, or another review until it changes.',
      )
      .argument('<a>', 'id of a record of a near match, or of a review of another kind')
      .argument('[b]', 'id of the other record of the near match')
      .option(...USER_OPTION),
  ).action(async (a: string, b: string | undefined, options: ConnectionOptions & { user?: string }) => {
    const client = (await openSession(options)).client();
    const skipped = await skipReview(client, { ...(b === undefined ? { id: a } : { a, b }), user: userOf(options) });
    process.stdout.write(skipped ? 'Skipped.\n' : 'Nothing changed: it is not in the queue.\n');
  });
}

/** What it is about, then why it is listed. */
function reviewLines({ id, kind, score, rules, foundAt, a, b, grown, shared }: AnsweredReview): string[] {
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
