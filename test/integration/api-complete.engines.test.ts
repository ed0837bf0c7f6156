import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { compilePeople, email, type People, peopleDocument, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const stores = await storesHere();

describe.each(stores)('the complete API on the %s engine', (_name, open) => {
  let opened: OpenedStore;
  let people: People;
  let ask: People['ask'];
  /** ann1 and ann2 share an address, ann2 and ann3 a number, ann4 copies ann3. */
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    opened = await open();
    people = peopleOn(opened.store);
    ask = people.ask;
    const [id] = await people.submit(
      {
        id: 'ann1',
        name: 'Ann',
        source: 'CRM',
        age: 30,
        seen: '2024-01-01T00:00:00Z',
        emails: [email('ann@example.org'), email('a@example.com', 'work')],
        secret: 'zebra',
        case: { number: '7', verdict: 'guilty' },
      },
      { id: 'ann2', name: 'ANN', source: 'Shop', age: 31, phone: '1', emails: [email('ANN@example.org')] },
      { id: 'ann3', name: 'Anne', source: 'crm', phone: '1', emails: [email('anne@example.org')], details: { x: 'y' } },
      { id: 'ann4', name: 'Anne', source: 'Shop', phone: '1', emails: [email('anne@example.org')] },
    );
    ann = id!;
    [bob] = (await people.submit({ id: 'bob1', name: 'Bob', emails: [email('bob@example.org')] })) as [string];
  });
  afterAll(() => opened.end());

  const entityOf = async (selection: string, input: object = { id: 'ann1' }, scope?: string) => {
    const answer = await ask(
      `query ($input: EntityByRecordInput!) { entityByRecord(input: $input) { entity { ${selection} } } }`,
      { input },
      scope,
    );
    return { ...answer, entity: answer.data?.entityByRecord.entity };
  };
  const insights = async (selection: string) => {
    const { entity, errors } = await entityOf(`recordInsights { ${selection} }`);
    expect(errors).toEqual([]);
    return entity.recordInsights;
  };

  describe('an entity', () => {
    it('tells its links in parts and as text, and its duplicates', async () => {
      const { entity } = await entityOf('id edges links { a b rule score } duplicates');

      expect(entity).toEqual({
        id: ann,
        edges: ['ann1:ann2:EMAIL', 'ann2:ann3:PHONE'],
        links: [
          { a: 'ann1', b: 'ann2', rule: 'EMAIL', score: 0.9 },
          { a: 'ann2', b: 'ann3', rule: 'PHONE', score: 0.5 },
        ],
        duplicates: { ann3: ['ann4'] },
      });
    });
  });

  describe('record insights', () => {
    it('answer every question', async () => {
      const answer = await insights(`
        count first { id } last { id }
        filter(conditions: [{field: "source", equals: "CRM"}, {field: "emails.*.kind", equals: "work"}]) { records { id } }
        sort(criteria: [{field: "name", direction: DESC}, {field: "id", direction: DESC}]) { values(field: "id") }
        limit(count: 2, offset: 1) { values(field: "id") }
        group(fields: ["name"]) { count values(field: "id") }
        countDistinct(fields: ["name", "source"])
        names: values(field: "name")
        kinds: valuesDistinct(field: "emails.*.kind")
        details: values(field: "details")
        frequencyDistribution(field: "source", top: 1) { value frequency percentage }
        average(field: "age") max(field: "age") min(field: "age") median(field: "age") sum(field: "age")
        standardDeviation(field: "age")
        confidence(field: "name")
        exact: confidence(field: "name", caseSensitive: true)
        newest(field: "seen") { id } oldest(field: "seen") { id }
        flatten(field: "emails") flattenDistinct(field: "emails.*.address")
      `);

      expect(answer).toEqual({
        count: 4,
        first: { id: 'ann1' },
        last: { id: 'ann4' },
        filter: { records: [{ id: 'ann1' }] },
        sort: { values: ['ann4', 'ann3', 'ann2', 'ann1'] },
        limit: { values: ['ann2', 'ann3'] },
        group: [
          { count: 2, values: ['ann1', 'ann2'] },
          { count: 2, values: ['ann3', 'ann4'] },
        ],
        countDistinct: 4,
        names: ['Ann', 'ANN', 'Anne', 'Anne'],
        kinds: ['home', 'work'],
        details: [{ x: 'y' }],
        frequencyDistribution: [{ value: 'CRM', frequency: 2, percentage: 0.5 }],
        average: 30.5,
        max: 31,
        min: 30,
        median: 30.5,
        sum: 61,
        standardDeviation: 0.5,
        confidence: 0.5,
        exact: 0.375,
        newest: { id: 'ann1' },
        oldest: { id: 'ann1' },
        flatten: [
          email('ann@example.org'),
          email('a@example.com', 'work'),
          email('ANN@example.org'),
          email('anne@example.org'),
          email('anne@example.org'),
        ],
        flattenDistinct: ['ann@example.org', 'a@example.com', 'anne@example.org'],
      });
    });

    it('answer every question about nothing', async () => {
      const answer = await insights(`filter(conditions: [{field: "id", equals: "missing"}]) {
        count records { id } first { id } last { id } values(field: "name") valuesDistinct(field: "name")
        sort(criteria: [{field: "name"}]) { count } limit(count: 5) { count } group(fields: ["name"]) { count }
        countDistinct(fields: ["name"]) frequencyDistribution(field: "name") { value } average(field: "age")
        max(field: "age") min(field: "age") median(field: "age") sum(field: "age") standardDeviation(field: "age")
        confidence(field: "name") newest(field: "seen") { id } oldest(field: "seen") { id } flatten(field: "emails")
        flattenDistinct(field: "emails")
      }`);

      expect(answer.filter).toEqual({
        count: 0,
        records: [],
        first: null,
        last: null,
        values: [],
        valuesDistinct: [],
        sort: { count: 0 },
        limit: { count: 0 },
        group: [],
        countDistinct: 0,
        frequencyDistribution: [],
        average: null,
        max: null,
        min: null,
        median: null,
        sum: null,
        standardDeviation: null,
        confidence: null,
        newest: null,
        oldest: null,
        flatten: [],
        flattenDistinct: [],
      });
    });

    it('go on from one another', async () => {
      const answer = await insights(`
        group(fields: ["source"]) { sort(criteria: [{field: "id", direction: DESC}]) { limit(count: 1) { first { id } } } }
      `);

      expect(
        answer.group.map(({ sort }: { sort: { limit: { first: { id: string } } } }) => sort.limit.first.id),
      ).toEqual(['ann3', 'ann4']);
    });
  });

  describe('edge insights', () => {
    it('answer every question', async () => {
      const { entity } = await entityOf(`
        edgeInsights {
          count
          frequencyDistribution(direction: ASC) { value frequency percentage }
          matrix { a b links }
          some: matrix(links: ["duplicate", "EMAIL"]) { a b links }
        }
      `);

      expect(entity.edgeInsights).toEqual({
        count: 2,
        frequencyDistribution: [
          { value: 'EMAIL', frequency: 1, percentage: 0.5 },
          { value: 'PHONE', frequency: 1, percentage: 0.5 },
        ],
        matrix: [
          { a: 'ann1', b: 'ann2', links: { EMAIL: true, PHONE: false, duplicate: false } },
          { a: 'ann2', b: 'ann3', links: { EMAIL: false, PHONE: true, duplicate: false } },
          { a: 'ann3', b: 'ann4', links: { EMAIL: false, PHONE: false, duplicate: true } },
        ],
        some: [
          { a: 'ann1', b: 'ann2', links: { duplicate: false, EMAIL: true } },
          { a: 'ann3', b: 'ann4', links: { duplicate: true, EMAIL: false } },
        ],
      });
    });
  });

  describe('considerRecords', () => {
    const withoutAnn2 = [{ field: 'id', equals: 'ann2', invert: true }];
    const PARTS = 'id records { id } edges duplicates score';

    it('hides records and keeps the id while the rest holds together', async () => {
      const { entity } = await entityOf(PARTS, {
        id: 'ann1',
        considerRecords: [{ field: 'id', likeRegex: '^ann[12]$' }],
      });

      expect(entity).toMatchObject({ id: ann, records: [{ id: 'ann1' }, { id: 'ann2' }], duplicates: {} });
      expect(entity.edges).toEqual(['ann1:ann2:EMAIL']);
    });

    it('recomputes which record is the original', async () => {
      const { entity } = await entityOf(PARTS, {
        id: 'ann2',
        considerRecords: [{ field: 'id', equals: 'ann3', invert: true }],
      });

      expect(entity).toMatchObject({ duplicates: {}, edges: ['ann1:ann2:EMAIL', 'ann2:ann4:PHONE'] });
    });

    it('answers the part with the record that was asked for', async () => {
      const first = await entityOf(PARTS, { id: 'ann1', considerRecords: withoutAnn2 });
      const second = await entityOf(PARTS, { id: 'ann4', considerRecords: withoutAnn2 });

      expect(first.entity).toEqual({ id: `${ann}-2`, records: [{ id: 'ann1' }], edges: [], duplicates: {}, score: 1 });
      expect(second.entity).toMatchObject({
        id: `${ann}-1`,
        records: [{ id: 'ann3' }, { id: 'ann4' }],
        duplicates: { ann3: ['ann4'] },
      });
    });

    it('answers the largest part when the record itself is hidden, and nothing when all are', async () => {
      const { entity } = await entityOf('id', { id: 'ann2', considerRecords: withoutAnn2 });
      const none = await entityOf('id', { id: 'ann2', considerRecords: [{ field: 'name', equals: 'Zoe' }] });

      expect(entity.id).toBe(`${ann}-1`);
      expect(none.data).toEqual({ entityByRecord: { entity: null } });
    });

    it('works on entities by id, and finds their parts by theirs', async () => {
      const query = 'query ($input: EntityInput!) { entity(input: $input) { entity { id } } }';
      const idOf = async (id: string, considerRecords?: object[]) =>
        (await ask(query, { input: { id, considerRecords } })).data.entity.entity?.id;

      expect(await idOf(ann, withoutAnn2)).toBe(`${ann}-1`);
      expect(await idOf(`${ann}-2`, withoutAnn2)).toBe(`${ann}-2`);
      expect(await idOf(`${ann}-3`, withoutAnn2)).toBeUndefined();
      expect(await idOf(`${ann}-1`, [{ field: 'id', isNull: false }])).toBeUndefined();
      expect(await idOf(`${ann}-1`)).toBeUndefined();
      expect(await idOf('nonsense-1', withoutAnn2)).toBeUndefined();
    });

    it('in a search answers the parts that it still hits, with the hits that are left', async () => {
      const query = `query ($input: SearchInput!) {
        search(input: $input) { totalCount entities { id hits hitScore records { id } } }
      }`;
      const search = async (considerRecords?: object[]) =>
        (await ask(query, { input: { parameters: { name: 'ann', phone: '1' }, considerRecords } })).data.search;

      expect(await search()).toMatchObject({
        totalCount: 1,
        entities: [{ id: ann, hits: { ann2: ['PHONE'], ann3: ['PHONE'], ann4: ['PHONE'] } }],
      });
      expect(await search(withoutAnn2)).toMatchObject({
        totalCount: 1,
        entities: [{ id: `${ann}-1`, hits: { ann3: ['PHONE'], ann4: ['PHONE'] } }],
      });
      expect(await search([{ field: 'id', equals: 'ann1' }])).toEqual({ totalCount: 0, entities: [] });
    });
  });

  describe('a preview', () => {
    const PREVIEW = `mutation ($input: SubmitWithPreviewInput!) {
      submitWithPreview(input: $input) { entities { id records { id } edges } }
    }`;
    const bridge = { id: 'bridge', phone: '1', emails: [email('bob@example.org')] };

    it('that is a dry run tells what would be and leaves no trace', async () => {
      const { data, errors } = await ask(PREVIEW, {
        input: { records: [bridge, { id: 'new1', name: 'New', phone: '99' }], dryRun: true },
      });

      expect(errors).toEqual([]);
      const [first, second] = data.submitWithPreview.entities;
      expect(first.id).toBe(ann < bob ? ann : bob);
      expect(first.records.map(({ id }: { id: string }) => id)).toEqual([
        'ann1',
        'ann2',
        'ann3',
        'ann4',
        'bob1',
        'bridge',
      ]);
      expect(first.edges).toContain('bob1:bridge:EMAIL');
      expect(second.records).toEqual([{ id: 'new1' }]);
      const after = await ask(`{
        bridge: entityByRecord(input: {id: "bridge"}) { entity { id } }
        new: entityByRecord(input: {id: "new1"}) { entity { id } }
        second: entity(input: {id: "${second.id}"}) { entity { id } }
        bob: entityByRecord(input: {id: "bob1"}) { entity { id } }
      }`);
      expect(after.data).toEqual({
        bridge: { entity: null },
        new: { entity: null },
        second: { entity: null },
        bob: { entity: { id: bob } },
      });
    });

    it('that is a dry run refuses what a submit refuses', async () => {
      const { codes, errors } = await ask(PREVIEW, {
        input: {
          records: [
            { id: 'ok', name: 'x' },
            { id: 'bob1', name: 'other' },
          ],
          dryRun: true,
        },
      });

      expect(codes).toEqual(['RECORD_EXISTS']);
      expect(errors[0]?.path).toEqual(['submitWithPreview', 'input', 'records', 1]);
    });

    it('submits otherwise', async () => {
      const { data } = await ask(PREVIEW, { input: { records: [{ id: 'bob2', emails: [email('bob@example.org')] }] } });

      expect(data.submitWithPreview.entities).toEqual([
        { id: bob, records: [{ id: 'bob1' }, { id: 'bob2' }], edges: ['bob1:bob2:EMAIL'] },
      ]);
      const { entity } = await entityOf('id', { id: 'bob2' });
      expect(entity.id).toBe(bob);
    });
  });

  describe('explain', () => {
    const EXPLAIN = `query ($input: ExplainInput!) {
      explain(input: $input) {
        a { id entityID values } b { id entityID } together chain { a b rule score }
        sharedKeys { rules deciding parts { matcher part } }
        groups { group outcome keptApartBy
          link { id satisfied rules { id satisfied score error
            matchers { id type satisfied similarity values { resolver a b } inner { id } } } }
          deduplicate { satisfied } consistency { satisfied } }
      }
    }`;
    const explain = async (input: object) => {
      const answer = await ask(EXPLAIN, { input });
      expect(answer.errors).toEqual([]);
      return answer.data.explain;
    };

    it('tells what links two records', async () => {
      const { groups, ...answer } = await explain({ a: 'ann1', b: 'ann2' });

      expect(answer).toEqual({
        a: {
          id: 'ann1',
          entityID: ann,
          values: { email: ['ann@example.org', 'a@example.com'], phone: [], name: ['ann'] },
        },
        b: { id: 'ann2', entityID: ann },
        together: true,
        chain: [{ a: 'ann1', b: 'ann2', rule: 'EMAIL', score: 0.9 }],
        sharedKeys: [
          { rules: ['EMAIL'], deciding: true, parts: [{ matcher: 'sameEmail', part: expect.any(String) }] },
          { rules: ['NAME'], deciding: false, parts: [{ matcher: 'sameName', part: expect.any(String) }] },
        ],
      });
      expect(groups[0]).toMatchObject({
        group: 'default',
        outcome: 'LINK',
        link: {
          satisfied: true,
          rules: [
            {
              id: 'EMAIL',
              satisfied: true,
              matchers: [
                {
                  id: 'sameEmail',
                  satisfied: true,
                  values: [{ resolver: 'email', a: ['ann@example.org', 'a@example.com'], b: ['ann@example.org'] }],
                },
              ],
            },
            { id: 'PHONE', satisfied: false },
          ],
        },
        deduplicate: { satisfied: false },
        consistency: null,
      });
    });

    it('tells the shortest chain between two records that nothing links directly', async () => {
      const { chain, together, groups } = await explain({ a: 'ann4', b: 'ann1' });

      expect(together).toBe(true);
      expect(groups[0].outcome).toBe('NO_MATCH');
      expect(chain).toEqual([
        { a: 'ann4', b: 'ann3', rule: 'duplicate', score: 1 },
        { a: 'ann3', b: 'ann2', rule: 'PHONE', score: 0.5 },
        { a: 'ann2', b: 'ann1', rule: 'EMAIL', score: 0.9 },
      ]);
    });

    it('tells what keeps two entities apart', async () => {
      const { together, chain, sharedKeys, groups } = await explain({ a: 'ann1', b: 'bob1' });

      expect({ together, chain, sharedKeys }).toEqual({ together: false, chain: [], sharedKeys: [] });
      expect(groups[0].outcome).toBe('NO_MATCH');
    });

    it('tells why a record is in its entity', async () => {
      const { a, b, chain } = await explain({ record: 'ann2', entityID: ann });

      expect([a.id, b.id]).toEqual(['ann2', 'ann1']);
      expect(chain).toEqual([{ a: 'ann2', b: 'ann1', rule: 'EMAIL', score: 0.9 }]);
    });

    it('tells that a record is alone', async () => {
      const [entityID] = await people.submit({ id: 'lone', name: 'Lone' });

      expect(await explain({ record: 'lone', entityID })).toMatchObject({ b: null, together: true, groups: [] });
    });

    it.each([
      ['nothing', {}, 'BAD_EXPLAIN_INPUT'],
      ['one record', { a: 'ann1' }, 'BAD_EXPLAIN_INPUT'],
      ['too much', { a: 'ann1', b: 'ann2', record: 'ann1' }, 'BAD_EXPLAIN_INPUT'],
      ['null', { a: null, b: 'ann2' }, 'BAD_EXPLAIN_INPUT'],
      ['a record that is not stored', { a: 'ann1', b: 'unknown' }, 'RECORD_NOT_FOUND'],
      ['an id that no record can have', { a: '', b: 'ann2' }, 'RECORD_NOT_FOUND'],
      ['an entity that the record is not in', { record: 'ann1', entityID: 'nonsense' }, 'RECORD_NOT_IN_ENTITY'],
    ])('refuses %s', async (_what, input, code) => {
      const { codes, errors } = await ask(EXPLAIN, { input });

      expect(codes).toEqual([code]);
      expect(errors[0]?.path).toEqual(['explain']);
      expect(errors[0]?.extensions.hint).toEqual(expect.any(String));
    });
  });

  describe('search', () => {
    const SEARCH = `query ($input: SearchInput!) { search(input: $input) { totalCount entities { id hitScore records { id } } } }`;

    beforeAll(async () => {
      await people.submit(
        ...Array.from({ length: 13 }, (_, n) => ({
          id: `p${n}`,
          name: 'Paged',
          age: n,
          emails: [email(`p${n}@e.org`)],
        })),
      );
      await people.submit({ id: 'p13', name: 'Paged', emails: [email('p0@e.org')] });
    });
    const search = async (input: object) =>
      (await ask(SEARCH, { input: { parameters: { name: 'paged' }, searchRules: 'name', ...input } })).data.search;
    const idsOf = (found: { entities: { id: string }[] }) => found.entities.map(({ id }) => id);

    it('answers everything in ascending order of id unless told otherwise', async () => {
      const all = await search({});

      expect(all.totalCount).toBe(13);
      expect(idsOf(all)).toEqual(idsOf(all).toSorted());
    });

    it('pages through all of it, 10 at a time', async () => {
      const all = idsOf(await search({}));
      const pages = [await search({ page: 1 }), await search({ page: 2 }), await search({ page: 3 })];

      expect(pages.map(({ totalCount }) => totalCount)).toEqual([13, 13, 13]);
      expect(pages.map((page) => page.entities.length)).toEqual([10, 3, 0]);
      expect(pages.flatMap(idsOf)).toEqual(all);
      expect(idsOf(await search({ page: 3, pageSize: 4 }))).toEqual(all.slice(8, 12));
      expect(idsOf(await search({ pageSize: 4 }))).toEqual(all.slice(0, 4));
      expect(idsOf(await search({ page: 2_147_483_647, pageSize: 1_000 }))).toEqual([]);
    });

    it('sorts before it pages', async () => {
      const all = idsOf(await search({}));
      const bySize = await search({ sort: { field: 'size' }, page: 1, pageSize: 2 });

      expect(bySize.entities[0].records.map(({ id }: { id: string }) => id)).toEqual(['p0', 'p13']);
      expect(idsOf(await search({ sort: { field: 'id', direction: 'DESC' } }))).toEqual(all.toReversed());
      expect(idsOf(await search({ sort: { field: 'hitScore', direction: 'ASC' } }))).toEqual(all);
      expect(idsOf(await search({ sort: { field: 'size', direction: 'ASC' } })).at(-1)).toBe(bySize.entities[0].id);
      for (const field of ['score', 'consistency', 'hitScore']) {
        expect(idsOf(await search({ sort: { field } })).toSorted()).toEqual(all);
      }
    });

    it.each([
      ['page 0', { page: 0 }, 'ARGUMENT_OUT_OF_RANGE'],
      ['a negative page', { page: -1 }, 'ARGUMENT_OUT_OF_RANGE'],
      ['page size 0', { page: 1, pageSize: 0 }, 'ARGUMENT_OUT_OF_RANGE'],
      ['a page size over the cap', { page: 1, pageSize: 1_001 }, 'ARGUMENT_OUT_OF_RANGE'],
      ['an unknown sort field', { sort: { field: 'name' } }, 'UNKNOWN_SORT_FIELD'],
      ['a sort field that every object has', { sort: { field: 'constructor' } }, 'UNKNOWN_SORT_FIELD'],
      ['no considered condition', { considerRecords: [] }, 'EMPTY_FILTER'],
    ])('refuses %s', async (_what, input, code) => {
      const { codes, errors, data } = await ask(SEARCH, { input: { parameters: { name: 'x' }, ...input } });

      expect(codes).toEqual([code]);
      expect(errors[0]?.path).toEqual(['search']);
      expect(data).toBeNull();
    });
  });

  describe('fields that need a privilege of their own', () => {
    const selections = [
      'values(field: "secret")',
      'alias: valuesDistinct(field: "secret")',
      'frequencyDistribution(field: "secret") { frequency }',
      'confidence(field: "secret")',
      'countDistinct(fields: ["name", "secret"])',
      'group(fields: ["secret"]) { count }',
      'sort(criteria: [{field: "secret"}]) { first { id } }',
      'filter(conditions: [{field: "secret", startsWith: "z"}]) { count }',
      'filter(conditions: [{field: "name", isNull: false}, {field: "secret", isNull: true}]) { count }',
      'limit(count: 1) { filter(conditions: [{field: "case.verdict", equals: "guilty"}]) { count } }',
      'average(field: "secret")',
      'max(field: "secret")',
      'min(field: "secret")',
      'median(field: "secret")',
      'sum(field: "secret")',
      'standardDeviation(field: "secret")',
      'newest(field: "secret") { id }',
      'oldest(field: "secret") { id }',
      'flatten(field: "secret")',
      'flattenDistinct(field: "secret")',
      'values(field: "case")',
      'values(field: "case.verdict")',
    ];

    it.each(selections)('cannot be used without it: %s', async (selection) => {
      const plain = `recordInsights { ${selection} }`;
      const { codes, errors, raw } = await entityOf(plain);
      const holder = await entityOf(plain, { id: 'ann1' }, 'svc/query.entity svc/record.secret svc/record.verdict');

      expect(codes).toEqual(['FORBIDDEN']);
      expect(errors[0]?.message).toMatch(/^access denied, required privilege: svc\/record\.(secret|verdict)$/);
      expect(raw.body).not.toMatch(/zebra|guilty/);
      expect(holder.codes).not.toContain('FORBIDDEN');
    });

    it('cannot be used through a fragment', async () => {
      const { codes } = await ask(`
        query { entityByRecord(input: {id: "ann1"}) { entity { recordInsights { ...Side } } } }
        fragment Side on RecordInsights { ... on RecordInsights { door: values(field: "secret") } }
      `);

      expect(codes).toEqual(['FORBIDDEN']);
    });

    it.each(['search', 'entity', 'entityByRecord'])('cannot choose the records that %s considers', async (name) => {
      const considerRecords = [{ field: 'secret', startsWith: 'z' }];
      const input = name === 'search' ? { parameters: { phone: '1' } } : { id: name === 'entity' ? ann : 'ann1' };
      const type = { search: 'SearchInput', entity: 'EntityInput', entityByRecord: 'EntityByRecordInput' }[name];
      const { codes, data } = await ask(`query ($input: ${type}!) { ${name}(input: $input) { __typename } }`, {
        input: { ...input, considerRecords },
      });

      expect(codes).toEqual(['FORBIDDEN']);
      expect(data).toBeNull();
    });

    it('cannot be previewed', async () => {
      const { codes } = await ask(
        'mutation ($input: SubmitWithPreviewInput!) { submitWithPreview(input: $input) { entities { id } } }',
        { input: { records: [{ id: 'guess', name: 'x', secret: 'zebra' }], dryRun: true } },
      );

      expect(codes).toEqual(['FORBIDDEN']);
    });

    it.each([
      ['a literal', 'parameters: {name: "ann", secret: "zebra"}', undefined],
      ['a variable', 'parameters: $parameters', { name: 'ann', secret: 'zebra' }],
      ['a wrong guess', 'parameters: $parameters', { name: 'ann', secret: 'lion' }],
      ['null', 'parameters: $parameters', { name: 'ann', secret: null }],
      ['a field of an object', 'parameters: $parameters', { name: 'ann', case: { verdict: 'guilty' } }],
      ['a field of an object, literally', 'parameters: {name: "ann", case: {verdict: "guilty"}}', undefined],
    ])('cannot be searched by: %s', async (_what, input, parameters) => {
      const declared = parameters === undefined ? '' : '($parameters: SearchParams!)';
      const { codes, data, raw } = await ask(
        `query ${declared} { found: search(input: {${input}}) { totalCount entities { id } } }`,
        { parameters },
      );

      expect(codes).toEqual(['FORBIDDEN']);
      expect(data).toBeNull();
      expect(raw.body).not.toContain(ann);
    });

    it('cannot be searched by through the default of a variable', async () => {
      const { codes } = await ask(
        'query ($p: SearchParams = {secret: "zebra"}) { search(input: {parameters: $p}) { totalCount } }',
      );
      const part = await ask(
        'query ($s: String = "zebra") { search(input: {parameters: {name: "ann", secret: $s}}) { totalCount } }',
      );

      expect([codes, part.codes]).toEqual([['FORBIDDEN'], ['FORBIDDEN']]);
    });

    it.each([
      ['a field', { id: 'forbidden', name: 'x', secret: 'zebra' }],
      ['a field of an object', { id: 'forbidden', name: 'x', case: { number: '7', verdict: 'guilty' } }],
      ['the field of a record that is stored', { id: 'ann1', name: 'Ann', secret: 'zebra' }],
    ])('cannot be submitted: %s', async (_what, record) => {
      const { codes, data } = await ask(
        'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded records { outcome } } }',
        { input: { records: [{ id: 'allowed', name: 'x' }, record] } },
      );
      const { entity } = await entityOf('id', { id: 'allowed' });

      expect(codes).toEqual(['FORBIDDEN']);
      expect(data).toBeNull();
      expect(entity).toBeNull();
    });

    it.each([
      ['sorts of entities', 'secret', 'UNKNOWN_SORT_FIELD'],
      ['sorts of entities, by a path', 'records.*.secret', 'UNKNOWN_SORT_FIELD'],
    ])('are nothing to %s', async (_what, field, code) => {
      const { codes, raw } = await ask('query ($input: SearchInput!) { search(input: $input) { entities { id } } }', {
        input: { parameters: { phone: '1' }, sort: { field } },
      });

      expect(codes).toEqual([code]);
      expect(raw.body).not.toContain('zebra');
    });

    it.each([
      '*',
      '*.secret',
      'case.*',
      'SECRET',
      'secret.0',
      'secret.length',
      ' secret',
      'secret ',
      'case..verdict',
      '',
    ])('cannot be got at by the path %j', async (path) => {
      for (const selection of ['values(field: $path)', 'flatten(field: $path)', 'group(fields: [$path]) { count }']) {
        const { codes, raw } = await ask(
          `query ($path: String!) { entityByRecord(input: {id: "ann1"}) { entity { recordInsights { ${selection} } } } }`,
          { path },
        );

        expect(codes).toHaveLength(1);
        expect(['UNKNOWN_FIELD', 'INVALID_PATH', 'FORBIDDEN']).toContain(codes[0]);
        expect(raw.body).not.toMatch(/zebra|guilty/);
      }
    });

    it('read null in whatever answers records', async () => {
      const record = '... on Record { id hidden: secret case { verdict } }';
      const { data, errors, raw } = await ask(
        `
        query ($input: SearchInput!) { search(input: $input) { entities {
          records { ${record} }
          recordInsights {
            records { ${record} } first { ${record} } last { ${record} }
            newest(field: "seen") { ${record} } oldest(field: "seen") { ${record} }
            group(fields: ["name"]) { first { ${record} } }
            sort(criteria: [{field: "id"}]) { limit(count: 1) { first { ${record} } } }
          }
        } } }`,
        { input: { parameters: { emails: [email('ann@example.org')] } } },
      );

      expect(errors).toEqual([]);
      expect(data.search.entities[0].recordInsights.first).toEqual({
        id: 'ann1',
        hidden: null,
        case: { verdict: null },
      });
      expect(raw.body).not.toMatch(/zebra|guilty/);
    });

    it('stay out of what introspection tells', async () => {
      const { errors, raw } = await ask(getIntrospectionQuery());

      expect(errors).toEqual([]);
      expect(raw.body).not.toMatch(/zebra|guilty/);
    });

    it('stay out of previews of records that hold them', async () => {
      const { data, raw } = await ask(
        'mutation ($input: SubmitWithPreviewInput!) { submitWithPreview(input: $input) { entities { records { id secret } } } }',
        { input: { records: [{ id: 'near', emails: [email('ann@example.org')] }], dryRun: true } },
      );

      expect(data.submitWithPreview.entities[0].records[0]).toEqual({ id: 'ann1', secret: null });
      expect(raw.body).not.toContain('zebra');
    });

    it('stay out of explanations of rules that read them', async () => {
      const document = peopleDocument();
      const secretive = peopleOn(
        opened.store,
        compilePeople({
          ...document,
          transformers: [...document.transformers, { id: 'readSecret', type: 'field', attributes: { path: 'secret' } }],
          resolvers: [
            ...document.resolvers,
            { id: 'secret', inputPin: { sourceID: 'readSecret', sourcePin: 'default' } },
          ],
        }),
      );
      const question = '{ explain(input: {a: "ann1", b: "ann2"}) { together a { values } } }';
      const other = await secretive.ask(question);
      const holder = await secretive.ask(question, undefined, 'svc/query.entity svc/record.secret');

      expect(other.codes).toEqual(['FORBIDDEN']);
      expect(other.raw.body).not.toContain('zebra');
      expect(holder.data.explain.a.values.secret).toEqual(['zebra']);
    });

    it('read null in records that insights answer', async () => {
      const { entity } = await entityOf('recordInsights { first { id secret case { number verdict } } }');

      expect(entity.recordInsights.first).toEqual({ id: 'ann1', secret: null, case: { number: '7', verdict: null } });
    });
  });

  describe('a path or argument that makes no sense', () => {
    it.each([
      ['an unknown field', 'values(field: "nmae")', 'UNKNOWN_FIELD', /Did you mean name/],
      ['an unknown nested field', 'values(field: "emails.*.adress")', 'UNKNOWN_FIELD', /emails\.\*\.address/],
      ['a field that every object has', 'values(field: "constructor")', 'UNKNOWN_FIELD', /introspection/],
      ['an empty path', 'values(field: "")', 'UNKNOWN_FIELD', /introspection/],
      ['a list without *', 'values(field: "emails.address")', 'INVALID_PATH', /emails\.\*\.address/],
      ['a path into a scalar', 'values(field: "name.first")', 'INVALID_PATH', /End the path with name/],
      ['a filter without conditions', 'filter(conditions: []) { count }', 'EMPTY_FILTER', /condition/],
      [
        'a condition without a criterion',
        'filter(conditions: [{field: "name"}]) { count }',
        'EMPTY_FILTER',
        /criterion/,
      ],
      ['no sort criteria', 'sort(criteria: []) { count }', 'EMPTY_FILTER', /field/],
      ['no fields to group by', 'group(fields: []) { count }', 'EMPTY_FILTER', /field/],
      ['no fields to count', 'countDistinct(fields: [])', 'EMPTY_FILTER', /field/],
      [
        'an invalid expression',
        'filter(conditions: [{field: "name", likeRegex: "("}]) { count }',
        'INVALID_REGEX',
        /RE2/,
      ],
      ['a negative limit', 'limit(count: -1) { count }', 'ARGUMENT_OUT_OF_RANGE', /0 or more/],
      ['a negative offset', 'limit(count: 1, offset: -1) { count }', 'ARGUMENT_OUT_OF_RANGE', /0 or more/],
      [
        'a negative top',
        'frequencyDistribution(field: "name", top: -1) { value }',
        'ARGUMENT_OUT_OF_RANGE',
        /0 or more/,
      ],
      ['the mean of text', 'average(field: "name")', 'VALUE_NOT_NUMERIC', /numbers/],
      ['the newest of text', 'newest(field: "name") { id }', 'VALUE_NOT_A_TIME', /time/],
      [
        'a bound on text',
        'filter(conditions: [{field: "name", lessThan: 1}]) { count }',
        'VALUE_NOT_NUMERIC',
        /numbers/,
      ],
    ])('is told for %s', async (_what, selection, code, hint) => {
      const { codes, errors } = await entityOf(`recordInsights { asked: ${selection} }`);

      expect(codes).toEqual([code]);
      expect(errors[0]?.path).toEqual(['entityByRecord', 'entity', 'recordInsights', 'asked']);
      expect(errors[0]?.extensions.hint).toMatch(hint);
    });

    it.each([
      ['a time that is none', 'filter(conditions: [{field: "seen", after: "yesterday"}]) { count }'],
      ['null for a field', 'values(field: null)'],
      ['a number for a field', 'values(field: 7)'],
      ['null for a condition', 'filter(conditions: [null]) { count }'],
      ['null for the conditions', 'filter(conditions: null) { count }'],
      ['an unknown criterion', 'filter(conditions: [{field: "name", like: "x"}]) { count }'],
      ['text for a bound', 'filter(conditions: [{field: "age", lessThan: "x"}]) { count }'],
      ['an unknown direction', 'sort(criteria: [{field: "name", direction: UP}]) { count }'],
      ['a fraction for a count', 'limit(count: 1.5) { count }'],
      ['a count beyond 32 bits', 'limit(count: 3000000000) { count }'],
      ['no count', 'limit { count }'],
    ])('is refused before execution for %s', async (_what, selection) => {
      const { codes, data } = await entityOf(`recordInsights { ${selection} }`);

      expect(codes).toContain('GRAPHQL_VALIDATION_FAILED');
      expect(data).toBeUndefined();
    });

    it.each([
      ['page', { page: 'x' }],
      ['page size', { pageSize: 1.5 }],
      ['sort', { sort: { direction: 'ASC' } }],
      ['direction', { sort: { field: 'id', direction: 'UP' } }],
      ['considered records', { considerRecords: [{ field: 'seen', until: '2024' }] }],
      ['search rules', { searchRules: 7 }],
      ['parameters', { parameters: null }],
    ])('is told for a variable: %s', async (_what, wrong) => {
      const { codes } = await ask('query ($input: SearchInput!) { search(input: $input) { totalCount } }', {
        input: { parameters: { name: 'x' }, ...wrong },
      });

      expect(codes).toEqual(['BAD_USER_INPUT']);
    });

    it.each([
      ['entity', 'EntityInput', { id: null }],
      ['entity', 'EntityInput', { id: { a: 1 } }],
      ['entity', 'EntityInput', { id: true }],
      ['entity', 'EntityInput', {}],
      ['entity', 'EntityInput', { id: 'x', considerRecords: 'all' }],
      ['entityByRecord', 'EntityByRecordInput', { id: null }],
      ['entityByRecord', 'EntityByRecordInput', { id: 'x', considerRecords: [{ equals: 'x' }] }],
      ['entityByRecord', 'EntityByRecordInput', { id: 'x', considerRecords: [{ field: 'seen', since: 'now' }] }],
      [
        'entityByRecord',
        'EntityByRecordInput',
        { id: 'x', considerRecords: [{ field: 'seen', since: '2024-02-30T00:00:00Z' }] },
      ],
      ['entityByRecord', 'EntityByRecordInput', { id: 'x', more: 1 }],
      ['explain', 'ExplainInput', { a: ['x'], b: 'y' }],
      ['search', 'SearchInput', { parameters: { name: 'x' }, page: 3_000_000_000 }],
      ['search', 'SearchInput', { parameters: { name: 'x' }, pageSize: '10' }],
      ['search', 'SearchInput', { parameters: { name: { first: 'x' } } }],
      ['search', 'SearchInput', { parameters: { nmae: 'x' } }],
      ['search', 'SearchInput', { parameters: { name: 'x' }, sort: 'id' }],
    ])('is told for a variable of %s(input: %s): %j', async (name, type, input) => {
      const { codes, errors, data } = await ask(`query ($input: ${type}!) { ${name}(input: $input) { __typename } }`, {
        input,
      });

      expect(codes).toEqual(['BAD_USER_INPUT']);
      // The path of the value stands in the message: no field was executed that it could be the path of.
      expect(errors[0]?.message).toMatch(/\$input|"input/);
      expect(data).toBeUndefined();
    });

    it.each([
      ['submit', 'SubmitInput', { records: null }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [null] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [{ name: 'x' }] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [{ id: 'x', name: 7 }] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [{ id: 'x', age: 'old' }] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [{ id: 'x', seen: 'yesterday' }] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [{ id: 'x', nmae: 'x' }] }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [], linkTogether: 'yes' }, 'BAD_USER_INPUT'],
      ['submit', 'SubmitInput', { records: [] }, 'NO_RECORDS'],
      ['submitWithPreview', 'SubmitWithPreviewInput', { records: [], dryRun: true }, 'NO_RECORDS'],
      [
        'submitWithPreview',
        'SubmitWithPreviewInput',
        { records: [{ id: 'x', name: 'x' }], dryRun: 1 },
        'BAD_USER_INPUT',
      ],
    ])('is told for a variable of %s(input: %s): %j', async (name, type, input, code) => {
      const { codes } = await ask(`mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`, { input });

      expect(codes).toEqual([code]);
    });

    it.each([
      ['entity', 'entity'],
      ['entityByRecord', 'record'],
    ])('answers nothing for an id that the service never issued: %s', async (name) => {
      for (const id of [
        '',
        ' ',
        'unknown',
        'x'.repeat(5_000),
        '\u0000',
        '01JZ5K8Q3N0000000000000009',
        'a:b',
        '\ud83d\ude00',
      ]) {
        const { data, errors } = await ask(`query ($id: ID!) { ${name}(input: {id: $id}) { entity { id } } }`, { id });

        expect(errors).toEqual([]);
        expect(data[name]).toEqual({ entity: null });
      }
    });

    it('leaves optional arguments that are null alone', async () => {
      const answer = await insights(`
        limit(count: 1, offset: null) { count }
        values: valuesDistinct(field: "source", caseSensitive: null)
        frequencyDistribution(field: "source", top: null, direction: null, caseSensitive: null) { frequency }
        filter(conditions: [{field: "name", equals: "ann", startsWith: null, invert: null, after: null}]) { count }
      `);
      const { errors } = await ask('query ($input: SearchInput!) { search(input: $input) { totalCount } }', {
        input: {
          parameters: { phone: '1' },
          page: null,
          pageSize: null,
          sort: null,
          considerRecords: null,
          searchRules: null,
        },
      });

      expect(answer).toMatchObject({ limit: { count: 1 }, values: ['CRM', 'Shop'], filter: { count: 2 } });
      expect(errors).toEqual([]);
    });
  });
});
