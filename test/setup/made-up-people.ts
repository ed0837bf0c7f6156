import type { RecordPayload } from '../../src/rules/types.ts';
import { seededRandom } from './interleaving.ts';

const firstNames = ['Ada', 'Aida', 'Charles', 'Carl', 'Mary', 'Marie'];
const lastNames = ['Lovelace', 'Loveless', 'Babbage', 'Cabbage', 'Somerville'];

/** People of few values, so that many of them are linked by several rules. */
export function madeUpPeople(count: number, seed = 1): RecordPayload[] {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const spread = Math.ceil(count / 4);
  return Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    firstName: firstNames[below(firstNames.length)],
    lastName: lastNames[below(lastNames.length)],
    dateOfBirth: below(3) === 0 ? '' : `18${10 + below(10)}-0${1 + below(9)}-1${below(10)}`,
    email: below(2) === 0 ? '' : `mail${below(spread)}@example.com`,
    postcode: `AB${below(spread)} 1CD`,
    phone: below(2) === 0 ? '' : `+44 20 7946 ${String(below(spread)).padStart(4, '0')}`,
  }));
}
