import { describe, expect, it } from '@jest/globals';
import { learnDesign } from '../../../../../src/rules/learning/learn.ts';
import { randomNumbers } from '../../../../../src/rules/learning/random.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';

const random = randomNumbers(4);
const word = (): string =>
  Array.from({ length: 6 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]).join('');
const artists = Array.from({ length: 40 }, () => `${word()} ${word()}`);

/** Few artists with many albums each, of which every thirtieth comes twice: related pairs outnumber matches by far. */
const albums = Array.from({ length: 1_500 }, (_, index) => ({
  id: String(index),
  artist: artists[index % artists.length]!,
  title: `${word()} ${word()} ${word()}`,
  genre: ['rock', 'jazz', 'folk'][index % 3]!,
}));
const records = [
  ...albums,
  ...albums.filter((_, index) => index % 30 === 0).map((album) => ({ ...album, id: `${album.id}b` })),
];

describe('a design for records of which related ones outnumber matches', () => {
  it('links the doubles and not the albums of an artist', async () => {
    const { design, clusters } = await learnDesign({
      request: { fields: ['artist', 'title', 'genre'].map((name) => ({ name })) },
      records: async function* () {
        yield* records;
      },
      total: records.length,
      seed: 1,
    });
    expect(lintRuleConfig(design.ruleConfig).errors).toEqual([]);
    expect(clusters).toEqual([
      { size: 1, count: 1_450 },
      { size: 2, count: 50 },
    ]);
  });
});
