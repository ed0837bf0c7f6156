import { coherentRules, letterRules, rankedRules } from '../setup/toy-rules.ts';
import { Publishers, runEventHistory } from './event-history.ts';
import { runHistory } from './history.ts';
import { runReviewHistory } from './review-history.ts';
import { runRuleHistory } from './rule-history.ts';
import { runSubmitHistory } from './submit-history.ts';

/** As the histories of changes, but reads turn the pages of searches. */
const runPageHistory: typeof runHistory = (seed, options) =>
  runHistory(seed, {
    ...options,
    rules: rankedRules,
    pages: true,
    // With windows of two postings, so that a search of few records reads several.
    create: (dependencies) => options.create({ ...dependencies, searchWindow: 2 }),
  });

/**
 * As the histories of changes and of decisions, but links join only with support, and pages are read in two steps. In some,
 * events are on; in some, the rules change, and some of them have links that join by themselves.
 */
const runCoherentHistory: typeof runHistory = async (seed, options) => {
  const coherent = { ...options, rules: coherentRules, decisions: seed % 2 === 0, longPages: seed % 3 === 0 };
  if (seed % 5 === 3) return runRuleHistory(seed, coherent);
  if (seed % 5 !== 4) return runHistory(seed, coherent);
  const beside = new Publishers(seed);
  const create: typeof options.create = (dependencies) => options.create({ ...dependencies, entityEvents: true });
  return runHistory(seed, { ...coherent, create, beside });
};

/** What runs a history of each kind. */
export const historyKinds = {
  changes: runHistory,
  submits: runSubmitHistory,
  events: runEventHistory,
  /** As the histories of changes, but searches believe postings, because sharing a key is enough for a hit. */
  searches: (seed, options) => runHistory(seed, { ...options, rules: letterRules }),
  pages: runPageHistory,
  /** The same, and a page of the store is read in two steps, between which others write. */
  reads: (seed, options) => runPageHistory(seed, { ...options, longPages: true }),
  rules: runRuleHistory,
  /** As the histories of changes, but people link and separate records, and take that back. */
  decisions: (seed, options) => runHistory(seed, { ...options, decisions: true }),
  /** The same where entities soon have as many bans as they can. */
  bans: (seed, options) => runHistory(seed, { ...options, decisions: true, mostBans: 1 }),
  /** The same while the rules change. */
  'rules and decisions': (seed, options) => runRuleHistory(seed, { ...options, decisions: true }),
  reviews: runReviewHistory,
  /** As the histories of changes and of decisions, but links join only with support, and pages are read in two steps. */
  coherence: runCoherentHistory,
} satisfies Record<string, (...history: Parameters<typeof runHistory>) => Promise<object>>;
