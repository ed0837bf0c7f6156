import { describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../../../../bench/quality/british-people.ts';
import { randomNumbers } from '../../../../../src/rules/learning/random.ts';
import { readSample, type SampleOptions } from '../../../../../src/rules/learning/sample.ts';

const people = britishPeople(4_000);
const options = (more: Partial<SampleOptions> = {}): SampleOptions => ({
  records: async function* () {
    yield* people.records;
  },
  fields: Object.keys(people.records[0]!),
  random: randomNumbers(3),
  ...more,
});
const small = { whole: 1_000, randomRecords: 500, blockRecords: 1_500 };

describe('readSample', () => {
  it('takes all records of a small file', async () => {
    const sample = await readSample(options());
    expect(sample.records).toEqual(people.records);
    expect(sample.pairs).toBeUndefined();
  });

  it('takes random records of a large file, and no record twice', async () => {
    const { records, random } = await readSample(options(small));
    expect(random).toBe(500);
    expect(new Set(records).size).toBe(records.length);
    expect(records.length).toBeLessThan(4_000);
  });

  it('estimates the number of doubles by the weights of the pairs', async () => {
    const { records, pairs } = await readSample(options(small));
    let doubles = 0;
    pairs!.weights.forEach((weight, index) => {
      const [a, b] = [records[pairs!.first[index]!]!, records[pairs!.second[index]!]!];
      if (people.truth.get(a['id'] as string) === people.truth.get(b['id'] as string)) doubles += weight;
    });
    expect(doubles).toBeGreaterThan(300);
    expect(doubles).toBeLessThan(500);
  });

  it('draws the same sample for the same seed', async () => {
    const one = await readSample(options({ ...small, random: randomNumbers(5) }));
    const other = await readSample(options({ ...small, random: randomNumbers(5) }));
    expect(other).toEqual(one);
  });
});
