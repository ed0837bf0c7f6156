import { expect, it } from '@jest/globals';
import { eventText, type HistoryEvent } from '../../../../../../apps/console/app/history/history.ts';

const event: HistoryEvent = {
  id: '01',
  at: '2026-01-02T03:04:05.000Z',
  kind: 'MERGED',
  cause: 'SUBMIT',
  entityID: 'E1',
  entityIDs: ['E2'],
  recordIDs: ['p1'],
  decision: null,
};
const decision = {
  id: '02',
  kind: 'LINK',
  decidedAt: '2026-01-02T03:04:05.000Z',
  a: 'p1',
  b: null,
  user: 'Ada',
  verified: true,
  client: 'console',
  reason: 'same passport',
  removedLinks: [],
  undone: null,
} as const;

it.each([
  [event, 'Entities became one, by a submit'],
  [{ ...event, kind: 'SPLIT', cause: 'RULES' }, 'Records left the entity, by a change of the rules'],
  [{ ...event, kind: 'ERASED', cause: 'SOMETHING_NEW' }, 'A record was erased, by something_new'],
  [{ ...event, kind: 'DECIDED', cause: 'LINK', decision }, 'Ada linked p1 and an erased record: same passport'],
  [
    { ...event, cause: 'LINK', decision: { ...decision, reason: null } },
    'Entities became one, because Ada linked p1 and an erased record',
  ],
  [
    { ...event, kind: 'DECIDED', cause: 'LINK', decision: { ...decision, verified: false } },
    'Ada (as console said) linked p1 and an erased record: same passport',
  ],
  [
    { ...event, kind: 'SPLIT', cause: 'UNDO', decision },
    'It was taken back that Ada linked p1 and an erased record: same passport',
  ],
] as const)('an event says what happened and by what', (given, text) => {
  expect(eventText(given)).toBe(text);
});
