import { describe } from '@jest/globals';
import { historyKinds } from './history-kinds.ts';
import { inRandomHistories } from './random-histories.ts';

describe('searches by a key that is enough for a hit, under concurrency and crashes', () => {
  inRandomHistories('find every record', historyKinds.searches, { searched: 1 / 10 });
});

describe('pages of a search, under concurrency and crashes', () => {
  inRandomHistories('keep their promise', historyKinds.pages, { paged: 1 / 10 });
});

describe('pages of the store that others change while they are read', () => {
  inRandomHistories('keep the promises of reads and searches', historyKinds.reads, { read: 1 / 10 });
});
