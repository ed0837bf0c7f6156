import { describe } from '@jest/globals';
import { historyKinds } from './history-kinds.ts';
import { each, inRandomHistories } from './random-histories.ts';

const often = ['crashed', 'stopped', 'swept', 'erased', 'updated', 'linked', 'separated', 'undone'] as const;

describe('decisions of people under concurrency and crashes', () => {
  inRandomHistories('are carried out or taken back', historyKinds.decisions, each(often, 1 / 15));

  inRandomHistories('hold where entities have as many bans as they can', historyKinds.bans, each(['crowded'], 1 / 30));
});
