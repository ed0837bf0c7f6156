import { describe, expect, it } from '@jest/globals';
import type { Decided, Decision, Outlook } from '../../../../../../apps/console/app/decisions/decision.ts';
import { newestFirst } from '../../../../../../apps/console/app/decisions/decision.ts';
import { outcomeOf, outlookTexts } from '../../../../../../apps/console/app/decisions/outcome.ts';

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
  it('says how large the entity of a link becomes', () => {
    expect(outlookTexts({ kind: 'link', a: 'p1', b: 'p2' }, outlook)).toEqual([
      'An entity of 1 record and one of 2 records become one of 3 records.',
    ]);
    expect(outlookTexts({ kind: 'link', a: 'p1', b: 'p2' }, { ...outlook, together: true, sizes: [3, 3] })).toEqual([
      'Both are in one entity of 3 records. They stay together, whatever the rules say later.',
    ]);
  });

  it('says what a separation removes and which side each record is on', () => {
    const separation = decided({
      decision: { ...decision, removedLinks: [{ a: 'p1', b: 'p3' }] },
      records: apart,
    });

    expect(
      outlookTexts({ kind: 'separate', a: 'p1', b: 'p2' }, { ...outlook, together: true, sizes: [3, 3], separation }),
    ).toEqual([
      'The entity of 3 records is split: 1 link is removed, and a ban keeps the two apart.',
      'p1 is then in an entity of 1 record, p2 in one of 2 records.',
    ]);
    expect(outlookTexts({ kind: 'separate', a: 'p1', b: 'p2' }, outlook)).toEqual([
      'They are in two entities. A ban keeps these apart from now on, whatever the rules say.',
    ]);
  });

  it('says what comes back when a decision is taken back', () => {
    const removedLinks = [
      { a: 'p1', b: 'p3' },
      { a: 'p1', b: 'p4' },
    ];

    expect(outlookTexts({ kind: 'undo', decision }, undefined)[0]).toContain('The link goes.');
    expect(
      outlookTexts({ kind: 'undo', decision: { ...decision, kind: 'SEPARATE', removedLinks } }, undefined)[0],
    ).toContain('2 removed links come back.');
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
