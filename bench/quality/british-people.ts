import { people } from '../people.ts';
import type { DataSet } from './data-set.ts';

const SEED = 2_026;
/** Every ninth person comes twice, the second time with one to three single-character errors. */
const PEOPLE_PER_DOUBLE = 9;

/** So many records of made-up British people, of which every ninth person has two. */
export function britishPeople(count: number): DataSet {
  const records: Record<string, string>[] = [];
  const truth = new Map<string, string>();
  const stream = people(SEED, 'p', PEOPLE_PER_DOUBLE);
  for (let index = 0; index < count; index++) {
    const person = { ...stream.next().value } as Record<string, string>;
    const id = person['id']!;
    records.push(person);
    const place = index % (PEOPLE_PER_DOUBLE + 1);
    truth.set(id, place === PEOPLE_PER_DOUBLE ? records[index - PEOPLE_PER_DOUBLE]!['id']! : id);
  }
  return { name: `british-people-${count}`, recordsFile: '', records, truth };
}
