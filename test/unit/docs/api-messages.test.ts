import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  BanNotFoundError,
  BatchTooLargeError,
  ConflictingRecordsError,
  EdgeNotFoundError,
  EmptyRecordError,
  EntityTooLargeError,
  InvalidRecordIdError,
  MissingRecordIdError,
  NoRecordsError,
  NoSearchValueError,
  NothingToDisassembleError,
  RecordExistsError,
  RecordNotInEntityError,
  RecordTooLargeError,
  SeveralEntitiesError,
  TooManyRecordsError,
  TooManyRemovedLinksError,
  UnknownRecordError,
} from '../../../src/entities/errors.ts';
import {
  ArgumentOutOfRangeError,
  InvalidRegexError,
  ValueNotNumericError,
  ValueNotTimeError,
} from '../../../src/entities/insights/errors.ts';
import type { EntityDataError } from '../../../src/errors.ts';
import {
  AccessDeniedError,
  AnswerTooLargeError,
  BodyNotJsonError,
  ExplainInputError,
  InvalidPathError,
  RequestTooLargeError,
  UnknownFieldError,
  UnknownSortFieldError,
} from '../../../src/graphql/errors.ts';
import { MessagePattern } from '../../../src/guidance/errors/message-pattern.ts';

/** The guidance server explains a message without its code in the same way. */
describe('the page about errors of the API', () => {
  const sections = readFileSync(join(import.meta.dirname, '../../../docs/errors/api.md'), 'utf8')
    .split(/^## /m)
    .slice(1);
  const patterns = sections.flatMap((section) =>
    [...section.matchAll(/^Message: `(.+)`$/gm)].map(([, message]) => ({
      code: section.split('\n', 1)[0]!,
      pattern: new MessagePattern(message!),
    })),
  );
  const bestFor = (message: string) =>
    patterns
      .map(({ code, pattern }) => ({ code, match: pattern.match(message) }))
      .reduce((best, one) => (one.match > best.match ? one : best), { code: 'none', match: 0 }).code;

  const errors: readonly EntityDataError[] = [
    new AccessDeniedError('svc/query.search'),
    new AnswerTooLargeError(7_000_000, 6_000_000, false),
    new BodyNotJsonError('is not JSON'),
    new ExplainInputError(),
    new InvalidPathError('city.x', 'city is String and has no fields', 'city'),
    new InvalidPathError('mails.address', 'mails is a list', 'mails.*.address'),
    new RequestTooLargeError(7_000_000, 6_000_000),
    new UnknownFieldError('citty', 'citty', 'Record'),
    new UnknownSortFieldError('name', ['id']),
    new ArgumentOutOfRangeError('page', 0, '1 or more'),
    new InvalidRegexError('the pattern "(" cannot be run'),
    new ValueNotNumericError('city', 'London', 'r1'),
    new ValueNotTimeError('city', 'London', 'r1'),
    new BanNotFoundError('ban', 'E'),
    new BatchTooLargeError(4_000_000, 3_500_000),
    new ConflictingRecordsError('r1', 0),
    new EdgeNotFoundError('r1', 'r2'),
    new EmptyRecordError('r1'),
    new EntityTooLargeError('E', 1_000, 500_000),
    new InvalidRecordIdError('a:b', 'contains a colon'),
    new InvalidRecordIdError('x', 'has 600 bytes; the limit is 512'),
    new MissingRecordIdError(),
    new NoRecordsError(),
    new NoSearchValueError(),
    new NothingToDisassembleError(),
    new RecordExistsError('r1'),
    new RecordNotInEntityError('r1', 'E', 'F'),
    new RecordTooLargeError('r1', 500_000, 300_000),
    new SeveralEntitiesError(['E', 'F']),
    new TooManyRemovedLinksError('r1', 90),
    new TooManyRecordsError(101, 100),
    new UnknownRecordError('r1'),
  ];

  it.each(errors.map((error) => [error.message, error.code]))('knows %j as %s', (message, code) => {
    expect(bestFor(message)).toBe(code);
  });
});
