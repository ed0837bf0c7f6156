import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRecords, type PeopleService, startPeople } from '../browser/people-service.ts';
import { bridgedPeople, furtherPeople, placeholderPeople } from '../setup/finds.ts';

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }';
const REVIEWS = `query ($kinds: [ReviewKind!]) { reviews(input: { kinds: $kinds }) {
  count counts { kind count }
  reviews { id kind score rules a { id entityID } b { id } grown { records recordsBefore } shared { resolver value entities } }
} }`;

describe('what the statistics find for review, through the local service', () => {
  let people: PeopleService;

  beforeAll(async () => {
    people = await startPeople('none');
  });
  afterAll(async () => {
    await people?.close();
  });

  const submit = (records: readonly object[]) => people.ask(SUBMIT, { input: { records } });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const reviews = async (...kinds: string[]): Promise<any> =>
    (await people.ask<{ reviews: object }>(REVIEWS, kinds.length === 0 ? {} : { kinds })).reviews;
  const skip = (id: string) =>
    people.ask(`mutation { skipReview(input: { id: "${id}", user: "jane" }) { triggered } }`);

  it('is one queue of four kinds, each of which can be answered', async () => {
    await submit(bridgedPeople);
    await submit(placeholderPeople);
    expect((await reviews('WEAK_BRIDGE', 'GREW_FAST', 'FREQUENT_VALUE')).count).toBe(0);
    await countRecords(people);
    await submit(furtherPeople);
    await countRecords(people);

    const found = await reviews('WEAK_BRIDGE', 'GREW_FAST', 'FREQUENT_VALUE');
    expect(found.reviews.map(({ kind }: { kind: string }) => kind)).toEqual([
      'WEAK_BRIDGE',
      'GREW_FAST',
      'FREQUENT_VALUE',
    ]);
    const [bridge, grown, shared] = found.reviews;
    expect(bridge).toMatchObject({ score: 0.9, rules: ['PHONE_NAME'], a: { id: 'left-1' }, b: { id: 'right-1' } });
    expect(grown).toMatchObject({ a: null, score: null, grown: { records: 14, recordsBefore: 6 } });
    expect(shared).toMatchObject({ shared: { resolver: 'EMAIL', value: 'none@example.com', entities: 24 } });
    expect(found.count).toBe(3);
    expect((await reviews('NEAR_MATCH')).counts).toEqual(found.counts);

    const reason = 'user: "jane", reason: "two people"';
    await people.ask(`mutation { separate(input: { a: "left-1", b: "right-1", ${reason} }) { triggered } }`);
    expect(await skip(shared.id)).toEqual({ skipReview: { triggered: true } });
    expect(await skip(shared.id)).toEqual({ skipReview: { triggered: false } });

    // The separation took records out of the entity that grew.
    expect(await reviews('WEAK_BRIDGE', 'GREW_FAST', 'FREQUENT_VALUE')).toMatchObject({ count: 0, reviews: [] });
  });
});
