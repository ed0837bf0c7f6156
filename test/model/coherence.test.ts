import { describe } from '@jest/globals';
import { historyKinds } from './history-kinds.ts';
import { each, inRandomHistories } from './random-histories.ts';

const often = ['crashed', 'stopped', 'swept', 'erased', 'updated', 'cut', 'linked', 'separated', 'held'] as const;

describe('entities that hold together under concurrency, crashes and changes of the rules', () => {
  inRandomHistories('are what the rules make of each component', historyKinds.coherence, each(often, 1 / 30));
});
