import { describe, expect, it } from '@jest/globals';
import {
  gatewayProblem,
  graphqlProblems,
  problemsOf,
  RequestFailed,
} from '../../../../../apps/console/app/api/problem.ts';
import {
  type Decided,
  type Decision,
  newestFirst,
  type Outlook,
} from '../../../../../apps/console/app/decisions/decision.ts';
import { outcomeOf, outlookTexts } from '../../../../../apps/console/app/decisions/outcome.ts';
import { duplicatePairs, pairsOf } from '../../../../../apps/console/app/entity/entity.ts';
import {
  hiddenEdgesOf,
  layOut,
  mostRecords,
  type PlacedEdge,
  type PlacedNode,
} from '../../../../../apps/console/app/entity/layout.ts';
import { sharedValues } from '../../../../../apps/console/app/explain/explanation.ts';
import { eventText, type HistoryEvent } from '../../../../../apps/console/app/history/history.ts';
import {
  chartSpan,
  loadProgress,
  recordsPerSecond,
  type Sample,
  shownSpan,
  spanText,
  withSample,
} from '../../../../../apps/console/app/metrics/samples.ts';
import { addressOf, placeOf } from '../../../../../apps/console/app/place.ts';
import { type Finding, placeFindings } from '../../../../../apps/console/app/rules/findings.ts';
import type { MatcherVerdict } from '../../../../../src/graphql/queries/explain.generated.ts';

describe('a place of the console', () => {
  it('is read from the address that it has', () => {
    const { view, query } = placeOf(addressOf('explain', { a: 'r&1', b: 'r 2' }));

    expect(view).toBe('explain');
    expect(Object.fromEntries(query)).toEqual({ a: 'r&1', b: 'r 2' });
  });

  it.each(['', '#', '#/', '#/nothing', '#nothing?a=1'])('is the search at %j', (hash) => {
    expect(placeOf(hash).view).toBe('search');
  });

  it('has no question mark without a question', () => {
    expect(addressOf('metrics')).toBe('#/metrics');
  });

  it('keeps the question marks of an address that was typed in', () => {
    expect(placeOf('#/search?f.email=a?b@example.org').query.get('f.email')).toBe('a?b@example.org');
  });
});

describe('a problem', () => {
  it('has code, message, hint and place of an error of the API', () => {
    const errors = [
      { message: 'no', path: ['search', 0], extensions: { code: 'FORBIDDEN', hint: 'Ask.' } },
      { extensions: {} },
    ];

    expect(graphqlProblems(errors)).toEqual([
      { message: 'no', code: 'FORBIDDEN', hint: 'Ask.', path: 'search.0' },
      { message: 'The API refused the request without a reason.', code: undefined, hint: undefined, path: undefined },
    ]);
  });

  it.each([
    [401, '{"message":"Unauthorized"}', 'Unauthorized (HTTP 401)'],
    [502, '<html>', 'The answer does not come from the API. (HTTP 502)'],
  ])('says what the gateway answered with status %d', (status, body, message) => {
    expect(gatewayProblem(status, body).message).toBe(message);
  });

  it('has the code and the hint that a refusal brings, else the hint to load the page again', () => {
    const refusal = JSON.stringify({ code: 'PAGE_SECRET_MISSING', message: 'No.', hint: 'Open the address.' });

    expect(gatewayProblem(403, refusal)).toMatchObject({ code: 'PAGE_SECRET_MISSING', hint: 'Open the address.' });
    expect(gatewayProblem(403, '{"message":"Forbidden"}').hint).toMatch(/^Load the page again/);
    expect(gatewayProblem(403, 'null')).toMatchObject({ message: 'The answer does not come from the API. (HTTP 403)' });
  });

  it('is whatever was thrown', () => {
    expect(problemsOf(new RequestFailed([{ message: 'a' }, { message: 'b' }])).length).toBe(2);
    expect(problemsOf(new TypeError('age takes a number'))).toEqual([{ message: 'age takes a number' }]);
    expect(problemsOf('odd')).toEqual([{ message: 'odd' }]);
  });
});

const decision: Decision = {
  id: '01',
  kind: 'LINK',
  decidedAt: '2026-01-02T03:04:05.000Z',
  a: 'p1',
  b: 'p2',
  user: 'Ada',
  verified: true,
  client: 'console',
  reason: 'same passport',
  removedLinks: [],
  undone: null,
};
const record = (id: string, entityID: string, ...recordIDs: string[]) => ({ id, entityID, recordIDs });
const apart = [record('p1', 'E1', 'p1'), record('p2', 'E2', 'p2', 'p3')];
const together = [record('p1', 'E1', 'p1', 'p2'), record('p2', 'E1', 'p1', 'p2')];
const decided = (given: Partial<Decided>): Decided => ({
  decision,
  triggered: true,
  complete: true,
  records: together,
  ...given,
});
const outlook: Outlook = {
  together: false,
  sizes: [1, 2],
  isLinkRemoved: false,
  bans: [],
  separation: undefined,
};

describe('the outlook of a decision', () => {
  const link = { kind: 'link', a: 'p1', b: 'p2' } as const;
  const separate = { kind: 'separate', a: 'p1', b: 'p2' } as const;
  const ofOne: Outlook = { ...outlook, together: true, sizes: [3, 3] };

  it('says how large the entity of a link becomes', () => {
    expect(outlookTexts(link, outlook)).toEqual([
      'An entity of 1 record and one of 2 records become one of 3 records.',
    ]);
    expect(outlookTexts(link, ofOne)).toEqual([
      'Both are in one entity of 3 records. They stay together, whatever the rules say later.',
    ]);
  });

  it('says what a separation removes and which side each record is on', () => {
    const separated = { ...decision, removedLinks: [{ a: 'p1', b: 'p3' }] };
    const separation = decided({ decision: separated, records: apart });

    expect(outlookTexts(separate, { ...ofOne, separation })).toEqual([
      'The entity of 3 records is split: 1 link is removed, and a ban keeps the two apart.',
      'p1 is then in an entity of 1 record, p2 in one of 2 records.',
    ]);
    expect(outlookTexts(separate, outlook)).toEqual([
      'They are in two entities. A ban keeps these apart from now on, whatever the rules say.',
    ]);
  });

  it('says what comes back when a decision is taken back', () => {
    const removedLinks = [
      { a: 'p1', b: 'p3' },
      { a: 'p1', b: 'p4' },
    ];

    const separated: Decision = { ...decision, kind: 'SEPARATE', removedLinks };

    expect(outlookTexts({ kind: 'undo', decision }, undefined)[0]).toContain('The link goes.');
    expect(outlookTexts({ kind: 'undo', decision: separated }, undefined)[0]).toContain('2 removed links come back.');
  });
});

describe('the outcome of a decision', () => {
  it('is what was wanted', () => {
    expect(outcomeOf('link', decided({}))).toEqual({
      kind: 'done',
      texts: ['p1 and p2 are one entity of 2 records.'],
    });
    expect(outcomeOf('separate', decided({ records: apart }))).toEqual({
      kind: 'done',
      texts: ['p1 is in an entity of 1 record, p2 in one of 2 records.'],
    });
    expect(outcomeOf('undo', decided({ records: apart })).texts[0]).toBe('The decision is taken back.');
  });

  it('says that the same was decided or taken back before', () => {
    expect(outcomeOf('link', decided({ triggered: false }))).toMatchObject({
      kind: 'unchanged',
      texts: [expect.stringContaining('You decided the same before'), expect.anything()],
    });
    const undone = { at: '2026-01-02T03:04:05.000Z', user: 'Grace', verified: true, client: 'console' };
    expect(outcomeOf('undo', decided({ triggered: false, decision: { ...decision, undone } })).texts[0]).toBe(
      'Grace took it back before. Nothing changed.',
    );
  });

  it('says that another person decided the opposite meanwhile', () => {
    const outcome = outcomeOf('link', decided({ records: apart }));

    expect(outcome.kind).toBe('otherwise');
    expect(outcome.texts[1]).toContain('Another person separated them meanwhile');
    expect(outcomeOf('separate', decided({})).kind).toBe('otherwise');
  });

  it('says that a record was erased meanwhile, and that work goes on', () => {
    expect(outcomeOf('link', decided({ records: [together[0]!] }))).toMatchObject({
      kind: 'otherwise',
      texts: [expect.stringContaining('p1 was erased meanwhile')],
    });
    expect(outcomeOf('separate', decided({ complete: false })).texts.at(-1)).toContain('ends within minutes');
  });
});

it('decisions of several records are listed newest first, each once', () => {
  const listed = newestFirst(['02', '01', '03', '02'].map((id) => ({ ...decision, id })));

  expect(listed.map(({ id }) => id)).toEqual(['03', '02', '01']);
});

const pair = (a: string, b: string) => ({ a, b, rules: ['NAME'], score: 1, bridge: false });

it('the pairs of a record are those that it is on either side of', () => {
  const pairs = [pair('p1', 'p2'), pair('p3', 'p1'), pair('p2', 'p3')];

  expect(pairsOf(pairs, 'p1')).toEqual([pair('p1', 'p2'), pair('p3', 'p1')]);
  expect(pairsOf(pairs, 'none')).toEqual([]);
});

it('duplicates name their original with or without the group of rules', () => {
  expect(duplicatePairs({ duplicates: { 'people:p1': ['p2'], p3: ['p4', 'p5'] } })).toEqual([
    { original: 'p1', duplicate: 'p2' },
    { original: 'p3', duplicate: 'p4' },
    { original: 'p3', duplicate: 'p5' },
  ]);
});

const link = (a: string, b: string, ...others: string[]) => ({
  a,
  b,
  rules: ['EMAIL', ...others],
  score: 0.5,
  bridge: others.length === 0,
});
const page = (pairs: readonly ReturnType<typeof link>[], count = pairs.length) => ({ pairs, count, after: null });
const recordsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }));
/** An entity of records and links alone. */
const plain = (records: readonly { readonly id: string }[], links: readonly ReturnType<typeof link>[]) => ({
  records,
  pairs: page(links),
  duplicates: {},
  connectionBans: [],
});
const entity = {
  records: ['a', 'b', 'c', 'd'].map((id) => ({ id })),
  pairs: page([link('a', 'b', 'PHONE'), link('b', 'c')]),
  duplicates: { 'people:a': ['d'] },
  connectionBans: [{ reference: 'a', others: ['other'], user: 'jo', verified: true, reason: 'twins' }],
};

describe('the picture of an entity', () => {
  it('has a node for every record, duplicate and entity that is kept apart', () => {
    expect(layOut(entity).nodes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'record a',
      'record b',
      'record c',
      'duplicate d',
      'apart other',
    ]);
  });

  it('has an edge for every linked pair, duplicate and ban', () => {
    expect(layOut(entity).edges.map(({ kind, a, b, rules }) => [kind, a.id, b.id, ...rules])).toEqual([
      ['link', 'a', 'b', 'EMAIL', 'PHONE'],
      ['link', 'b', 'c', 'EMAIL'],
      ['duplicate', 'a', 'd'],
      ['ban', 'b', 'other'],
    ]);
  });

  it('knows of a link how strong it is, and whether it holds two parts together', () => {
    const links = layOut(entity).edges.filter(({ kind }) => kind === 'link');

    expect(links.map(({ score, isBridge }) => [score, isBridge])).toEqual([
      [0.5, false],
      [0.5, true],
    ]);
  });

  it('counts the pairs that are on other pages as hidden', () => {
    expect(layOut({ ...entity, pairs: page(entity.pairs.pairs, 1_000) }).hiddenPairs).toBe(998);
  });

  it('is the same every time, whatever the order of the records', () => {
    expect(layOut({ ...entity, records: [...entity.records].reverse() })).toEqual(layOut(entity));
  });

  it('keeps nodes off each other and within its box', () => {
    const many = recordsOf(60);
    const links = many.slice(1).map(({ id }, index) => link(`r${Math.floor(index / 3)}`, id));
    const { nodes, box } = layOut(plain(many, links));

    for (const [index, a] of nodes.entries()) {
      expect(a.x).toBeGreaterThan(box.x);
      expect(a.y).toBeLessThan(box.y + box.height);
      for (const b of nodes.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(58);
    }
  });

  it('has of very many linked pairs those that hold the records together, and the others of a record when asked', () => {
    const records = recordsOf(30);
    const links = records.flatMap(({ id: a }, index) => records.slice(index + 1).map(({ id: b }) => link(a, b)));

    const layout = layOut(plain(records, links));
    const ofOne = hiddenEdgesOf('r7', links, layout);

    const reached = new Set(['r0']);
    for (let grown = true; grown; ) {
      const before = reached.size;
      for (const { a, b } of layout.edges) if (reached.has(a.id) || reached.has(b.id)) reached.add(a.id).add(b.id);
      grown = reached.size > before;
    }
    expect(layout.edges).toHaveLength(29);
    expect(reached.size).toBe(30);
    expect(layout.hiddenPairs).toBe(links.length - 29);
    expect(ofOne).toHaveLength(28);
    expect(ofOne.every(({ kind, a, b }) => kind === 'link' && (a.id === 'r7' || b.id === 'r7'))).toBe(true);
    expect(hiddenEdgesOf('a', entity.pairs.pairs, layOut(entity))).toEqual([]);
  });

  it.each([
    ['a tree', (index: number) => Math.floor((index - 1) / 4)],
    ['a chain', (index: number) => index - 1],
    ['thirty chains', (index: number) => (index % 10 === 0 ? undefined : index - 1)],
    ['a star with a link that leads elsewhere', (index: number) => (index === 7 ? 1_000 : 0)],
  ])('has few crossings among 300 records of %s, which stand close together', (_, before) => {
    const records = recordsOf(300);
    const links = records.slice(1).flatMap(({ id }, index) => {
      const other = before(index + 1);
      return other === undefined ? [] : [link(`r${other}`, id)];
    });
    const { nodes, edges, box } = layOut(plain(records, links));

    expect(crossings(edges)).toBeLessThan(1_200);
    expect(nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
    expect(Math.max(box.width, box.height)).toBeLessThan(3_500);
  });

  it('is drawn of one record alone, and of as many as may be', () => {
    const alone = layOut(plain([{ id: 'a' }], []));
    expect(alone.nodes).toHaveLength(1);
    expect(alone.box.width).toBeGreaterThan(0);

    const records = recordsOf(mostRecords);
    const links = records.slice(1).map(({ id }) => link('r0', id));
    expect(layOut(plain(records, links)).nodes).toHaveLength(mostRecords);
  });
});

/** Pairs of lines that cross, and do not meet at a node. */
function crossings(edges: readonly PlacedEdge[]): number {
  const turn = (a: PlacedNode, b: PlacedNode, c: PlacedNode) => (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x);
  const areApart = (one: PlacedEdge, other: PlacedEdge) =>
    one.a !== other.a && one.a !== other.b && one.b !== other.a && one.b !== other.b;
  return edges
    .flatMap((one, index) => edges.slice(index + 1).map((other) => [one, other] as const))
    .filter(
      ([one, other]) =>
        areApart(one, other) &&
        turn(one.a, other.a, other.b) !== turn(one.b, other.a, other.b) &&
        turn(one.a, one.b, other.a) !== turn(one.a, one.b, other.b),
    ).length;
}

const matcher = (id: string, satisfied: boolean, given: Partial<MatcherVerdict>): MatcherVerdict => ({
  id,
  type: 'simple',
  satisfied,
  similarity: 1,
  values: [],
  sum: null,
  ...given,
});

it('neighbours share the values of the satisfied matchers of their rule', () => {
  const rules = [
    {
      id: 'PHONE',
      satisfied: true,
      score: 1,
      matchers: [
        matcher('SAME_PHONE', true, { values: [{ resolver: 'PHONE', a: ['1', '2'], b: ['1'] }] }),
        matcher('AGREES', true, {
          inner: [
            matcher('NAME', true, { values: [{ resolver: 'NAME', a: ['ada'], b: ['adah'] }] }),
            matcher('BIRTHDAY', false, { values: [{ resolver: 'BIRTHDAY', a: ['x'], b: ['y'] }] }),
          ],
        }),
        matcher('EMPTY', true, { values: [{ resolver: 'EMAIL', a: [], b: ['x'] }] }),
      ],
    },
    {
      id: 'OTHER',
      satisfied: true,
      score: 1,
      matchers: [matcher('CITY', true, { values: [{ resolver: 'CITY', a: ['c'], b: ['c'] }] })],
    },
  ];

  expect(sharedValues(rules, 'PHONE')).toEqual([
    { resolver: 'PHONE', a: '1, 2', b: '1' },
    { resolver: 'NAME', a: 'ada', b: 'adah' },
  ]);
});

const event: HistoryEvent = {
  id: '01',
  at: '2026-01-02T03:04:05.000Z',
  kind: 'MERGED',
  cause: 'SUBMIT',
  reason: null,
  entityID: 'E1',
  entityIDs: ['E2'],
  recordIDs: ['p1'],
  decision: null,
};
const storedDecision = { ...decision, id: '02', b: null };

it.each([
  [event, 'Entities became one, by a submit'],
  [{ ...event, kind: 'SPLIT', cause: 'RULES' }, 'Records left the entity, by a change of the rules'],
  [
    { ...event, kind: 'ERASED', cause: 'SOMETHING_NEW' as HistoryEvent['cause'] },
    'A record was erased, by something_new',
  ],
  [
    { ...event, kind: 'DECIDED', cause: 'LINK', decision: storedDecision },
    'Ada linked p1 and an erased record: same passport',
  ],
  [
    { ...event, kind: 'DECIDED', cause: 'LINK', decision: { ...storedDecision, a: null, b: 'p2' } },
    'Ada linked an erased record and p2: same passport',
  ],
  [
    { ...event, cause: 'LINK', decision: { ...storedDecision, reason: null } },
    'Entities became one, because Ada linked p1 and an erased record',
  ],
  [
    { ...event, kind: 'DECIDED', cause: 'LINK', decision: { ...storedDecision, verified: false } },
    'Ada (as console said) linked p1 and an erased record: same passport',
  ],
  [
    { ...event, kind: 'SPLIT', cause: 'UNDO', decision: storedDecision },
    'It was taken back that Ada linked p1 and an erased record: same passport',
  ],
] as const)('an event says what happened and by what', (given, text) => {
  expect(eventText(given)).toBe(text);
});

const sample = (seconds: number, records: number): Sample => ({ at: seconds * 1000, records, entities: records });

describe('the samples of a load', () => {
  it('give the records a second of late', () => {
    expect(recordsPerSecond([])).toBe(0);
    expect(recordsPerSecond([sample(0, 5)])).toBe(0);
    expect(recordsPerSecond([sample(0, 0), sample(2, 100)])).toBe(50);
    expect(recordsPerSecond([sample(0, 0), sample(90, 900), sample(100, 900)])).toBe(0);
    expect(recordsPerSecond([sample(0, 100), sample(2, 0)])).toBe(0);
  });

  it('give them since the sample before where the service took long to answer', () => {
    expect(recordsPerSecond([sample(0, 0), sample(20, 100)])).toBe(5);
    expect(recordsPerSecond([sample(0, 0), sample(1, 100), sample(21, 200)])).toBe(5);
  });

  it('tell how far a load is and how long it takes', () => {
    const samples = [sample(0, 0), sample(10, 100)];

    expect(loadProgress(samples, 400)).toEqual({ share: 0.25, remaining: 30 });
    expect(loadProgress(samples, 50)).toEqual({ share: 1, remaining: 0 });
    expect(loadProgress([sample(0, 100)], 400)).toEqual({ share: 0.25, remaining: undefined });
    expect(loadProgress(samples, Number.NaN)).toBeUndefined();
    expect(loadProgress([], 400)).toBeUndefined();
  });

  it('are kept as long as the chart shows them', () => {
    const old = sample(0, 0);
    const late = { ...sample(0, 10), at: chartSpan + 1 };

    expect(withSample([old], late)).toEqual([late]);
    expect(shownSpan([old])).toBe(30_000);
    expect(shownSpan([old, sample(60, 1)])).toBe(60_000);
  });

  it.each([
    [0.2, '1 s'],
    [60, '60 s'],
    [600, '10 min'],
    [12_000, '3 h 20 min'],
  ])('tell %d seconds as %s', (seconds, text) => {
    expect(spanText(seconds)).toBe(text);
  });
});

const finding = (line: number | undefined, column: number | undefined): Finding => ({
  document: 'ruleConfig',
  code: 'SOME_CODE',
  message: 'wrong',
  hint: 'right',
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
});

describe('the findings of the linter', () => {
  const text = '{\n  "type": "feild",\r\n  "min": 12\n}';
  const place = (errors: readonly Finding[], warnings: readonly Finding[] = []) =>
    placeFindings(text, { valid: false, errors, warnings, errorCount: 0, warningCount: 0 });

  it.each([
    [2, 11, '"feild"'],
    [3, 3, '"min"'],
    [3, 10, '12'],
    [1, 1, '{'],
    [99, 1, ''],
    [undefined, undefined, '{'],
  ])('stand in the text: line %s, column %s', (line, column, marked) => {
    const [placed] = place([finding(line, column)]);

    expect(text.slice(placed!.from, placed!.to)).toBe(marked);
  });

  it('come in the order of the text, errors and warnings together', () => {
    const placed = place([finding(3, 3)], [finding(2, 11)]);

    expect(placed.map(({ severity, line }) => `${severity} ${line}`)).toEqual(['warning 2', 'error 3']);
  });

  it('are those of the rule-config and not of the schema', () => {
    expect(place([{ ...finding(1, 1), document: 'schema' }])).toEqual([]);
  });
});
