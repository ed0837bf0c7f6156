import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { queryModules } from '../../../../scripts/queries.ts';
import { checkExtent } from '../../../../src/graphql/documents/extent.ts';
import { defaultLimits } from '../../../../src/graphql/limits.ts';
import { latestDecisionsQuery } from '../../../../src/graphql/queries/decisions.generated.ts';
import { entityQuery } from '../../../../src/graphql/queries/entities.generated.ts';
import { storedRecordQuery } from '../../../../src/graphql/queries/records.generated.ts';
import { reviewsQuery } from '../../../../src/graphql/queries/reviews.generated.ts';
import { searchQuery } from '../../../../src/graphql/queries/search.generated.ts';
import { type AnswerOf, repeated, selecting, type TypedQuery } from '../../../../src/graphql/queries.ts';

const schemaText = readFileSync(join(import.meta.dirname, '../../../../docs/graphql/schema.graphql'), 'utf8');
const schema = buildSchema(schemaText);

const generated: [name: string, text: string][] = [];
for (const file of globSync('src/graphql/queries/*.generated.ts')) {
  generated.push(...Object.entries<string>(await import(join(process.cwd(), file))));
}

const sendable = (text: string): string =>
  text.includes('...Record}') ? `${text}fragment Record on Record{id firstName}` : text;

describe('the queries of the command line and the console', () => {
  it.each(generated)('%s is one that the API takes within its default limits', (_name, text) => {
    const document = parse(sendable(text));

    expect(validate(schema, document)).toEqual([]);
    expect(() => checkExtent(document, defaultLimits)).not.toThrow();
  });

  it('select the fields of records that a caller names', () => {
    const query = selecting(searchQuery, '{ id firstName }');

    expect(validate(schema, parse(query))).toEqual([]);
    expect(query).toMatch(/fragment Record on Record ?\{ id firstName \}$/);
  });

  it('are asked for several things at once', () => {
    const only = [{ field: 'id', equals: 'p1' }];
    const each = ['p1', 'p2'].map((id) => ({ input: { id }, only }));

    const [query, variables] = repeated(selecting(storedRecordQuery, '{ id }'), each);

    expect(validate(schema, parse(query))).toEqual([]);
    expect(query).toContain('r1:entityByRecord(input:$input1)');
    expect(variables).toEqual({ input0: { id: 'p1' }, only0: only, input1: { id: 'p2' }, only1: only });
  });

  it('is not repeated with a variable in a fragment, which all share', () => {
    const query = 'query Q($id:ID! $n:Int!){e(id:$id){...F}}fragment F on Entity{list(first:$n)}';

    expect(() => repeated(query as TypedQuery<{ e: unknown }, object>, [{ id: 'a', n: 1 }])).toThrow(
      'fragments are shared',
    );
  });

  it('have no alias for a single one: a deployment may allow none', () => {
    const [query] = repeated(latestDecisionsQuery, [{ input: { record: 'p1' } }]);

    expect(validate(schema, parse(query))).toEqual([]);
    expect(query).toMatch(/^query LatestDecisions\(\$input0:DecisionsInput!\)\{decisions\(input:\$input0\)/);
  });
});

describe('the types of answers', () => {
  const module = (text: string) => queryModules(schemaText, [{ name: 'wrong.graphql', text }]);

  it.each([
    ['a field that an answer lacks', 'query A {\n  metrics { recordCnt }\n}', 'recordCnt', '2:13'],
    [
      'a variable of another type',
      'query A($id: Int!) {\n  entity(input: { id: $id }) { entity { id } } }',
      '$id',
      '1:9',
    ],
    ['an argument that is missing', 'query A {\n  entity { entity { id } } }', 'input', '2:3'],
    ['a fragment that no file has', 'query A {\n  metrics { ...Some } }', 'Some', '2:16'],
    ['what is no GraphQL', 'query A {\n  metrics {', 'Expected Name', '2:12'],
  ])('are not made of a query with %s', async (_what, text, name, place) => {
    const made = module(text);

    await expect(made).rejects.toThrow(name);
    await expect(made).rejects.toThrow(`wrong.graphql:${place}`);
  });

  it('follow from the schema', async () => {
    const [text] = await module(
      'query A($id: ID!) { entity(input: { id: $id }) { entity { score aliases records { ...Record } } } }',
    );

    expect(text).toContain(
      'type AQuery = { readonly entity: { readonly entity: { readonly score: number, readonly aliases: ReadonlyArray<string>, readonly records: ReadonlyArray<Record> } | null } };',
    );
    expect(text).toMatch(/^export const aQuery = "query A\(.*" as RecordsQuery<AQuery, AQueryVariables>;$/m);
  });

  it('refuse a wrong use where it is written', () => {
    const send = <Answer, Variables>(_query: TypedQuery<Answer, Variables>, _variables: NoInfer<Variables>): Answer =>
      ({ page: { reviews: [], after: null }, found: { entity: null } }) as Answer;
    const { page } = send(reviewsQuery, { input: { kinds: ['NEAR_MATCH'] } });
    const kind = (review: AnswerOf<typeof reviewsQuery>['page']['reviews'][number]) => review.kind;

    // @ts-expect-error: reviews have no such field.
    page.reviews.map(({ entity }) => entity);
    // @ts-expect-error: a field may be null.
    page.after?.length.toFixed() satisfies string;
    // @ts-expect-error: no such kind.
    page.reviews.filter((review) => kind(review) === 'FAR_MATCH');
    // @ts-expect-error: no such input.
    send(reviewsQuery, { input: { kind: 'NEAR_MATCH' } });
    // @ts-expect-error: a text that the generator does not know.
    send('{ metrics { recordCount } }', {});
    // @ts-expect-error: a query of records says which fields it wants.
    send(entityQuery, { input: { id: 'E' }, edges: true });

    expect(page.reviews).toEqual([]);
  });
});
