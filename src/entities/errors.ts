import { apiError, type EntityDataError } from '../errors.ts';
import type { SourceProblem } from '../rules/record-schema/sources.ts';

/** Something is wrong with one record; `index` counts from 0 within the request. */
export interface RecordProblem {
  readonly index: number;
  readonly error: EntityDataError;
}

/** At least one record cannot be stored, so none of the request was. */
export class SubmitRefusedError extends apiError({
  code: 'SUBMIT_REFUSED',
  meaning: 'Nothing was stored, because at least one record is not acceptable.',
  fix: 'Correct the records that the errors name, or leave them out, and submit again.',
}) {
  readonly problems: readonly RecordProblem[];

  constructor(problems: readonly RecordProblem[]) {
    super(
      `nothing was stored: ${problems.length === 1 ? 'one record is' : `${problems.length} records are`} not acceptable`,
    );
    this.problems = problems;
  }
}

export class MissingRecordIdError extends apiError({
  code: 'RECORD_ID_MISSING',
  meaning: 'The record has no `id`, or an empty or blank one. Nothing of the request was stored.',
  fix: 'Give every record an `id`: a text that stays the same for the same record.',
}) {
  constructor() {
    super('the record has no id');
  }
}

export class InvalidRecordIdError extends apiError({
  code: 'RECORD_ID_INVALID',
  meaning: 'The id contains a colon or a control character, or is too long. Nothing of the request was stored.',
  fix: 'Use 1 to 512 bytes of text without a colon and without control characters.',
}) {
  constructor(id: string, problem: string) {
    super(`the record id ${JSON.stringify(id.slice(0, 80))} ${problem}`);
  }
}

/** The id of a record is not that of a declared source. */
export class RecordSourceError extends apiError({
  code: 'RECORD_SOURCE_INVALID',
  meaning:
    'The schema declares sources, and the id, `source` or `sourceId` of the record does not fit them. Nothing of the request was stored.',
  fix: 'Write the id as `SOURCE/ID` with a source that `@sources` declares, and leave `source` and `sourceId` out.',
}) {
  constructor({ message, hint }: SourceProblem) {
    super(message, { hint });
  }
}

export class EmptyRecordError extends apiError({
  code: 'RECORD_EMPTY',
  meaning: 'The record has no value besides its id. Nothing of the request was stored.',
  fix: 'Send at least one field with a value, or leave the record out.',
}) {
  constructor(id: string) {
    super(`the record ${JSON.stringify(id)} has no field with a value besides its id`);
  }
}

export class RecordTooLargeError extends apiError({
  code: 'RECORD_TOO_LARGE',
  meaning: 'One record is larger than can be stored. Nothing of the request was stored.',
  fix: 'Leave out fields that no rule and no reader needs, or store a reference to them.',
}) {
  constructor(id: string, bytes: number, limit: number) {
    super(`the record ${JSON.stringify(id)} has ${bytes} bytes as JSON; the limit is ${limit}`);
  }
}

export class ConflictingRecordsError extends apiError({
  code: 'RECORD_CONFLICT',
  meaning: 'One request contains two different records with one id. Nothing of the request was stored.',
  fix: 'Send one version of each record in a request.',
}) {
  constructor(id: string, other: number) {
    super(`the record ${JSON.stringify(id)} comes twice with different content; the first is at index ${other}`);
  }
}

export class RecordExistsError extends apiError({
  code: 'RECORD_EXISTS',
  meaning: 'A record with this id and other content is stored already. Nothing of the request was stored.',
  fix: 'Submit the changed record under a new id.',
}) {
  constructor(id: string) {
    super(`a record ${JSON.stringify(id)} with other content is stored already`);
  }
}

export class TooManyRecordsError extends apiError({
  code: 'TOO_MANY_RECORDS',
  meaning: 'A submit with more records than one request may hold. Nothing was stored.',
  fix: 'Send several requests.',
}) {
  constructor(count: number, limit: number) {
    super(`the request holds ${count} records; the limit is ${limit}`, {
      hint: `Send at most ${limit} records in one request.`,
    });
  }
}

export class BatchTooLargeError extends apiError({
  code: 'BATCH_TOO_LARGE',
  meaning: 'The records of a submit are together larger than one request may store. Nothing was stored.',
  fix: 'Send fewer records in one request.',
}) {
  constructor(bytes: number, limit: number) {
    super(`the records of the request have ${bytes} bytes as JSON; the limit is ${limit}`);
  }
}

export class NoRecordsError extends apiError({
  code: 'NO_RECORDS',
  meaning: 'A submit without a record.',
  fix: 'Send at least one record in `input.records`.',
}) {
  constructor() {
    super('the request holds no record');
  }
}

export class NoSearchValueError extends apiError({
  code: 'NO_SEARCH_VALUE',
  meaning: 'No search parameter has a value.',
  fix: 'Give at least one field of `input.parameters` a value.',
}) {
  constructor() {
    super('no search parameter has a value');
  }
}

export class NothingToDisassembleError extends apiError({
  code: 'NOTHING_TO_DISASSEMBLE',
  meaning: '`disassemble` was given neither an edge nor a record.',
  fix: 'Give at least one of `edges` and `recordIDs`.',
}) {
  constructor() {
    super('the request names neither an edge nor a record');
  }
}

export class SeveralEntitiesError extends apiError({
  code: 'SEVERAL_ENTITIES',
  meaning:
    'The edges and records of one `disassemble` belong to several entities, which the message names. Nothing was changed.',
  fix: 'Disassemble one entity in each request.',
}) {
  constructor(ids: readonly string[]) {
    super(`the edges and records belong to ${ids.length} entities: ${ids.slice(0, 5).join(', ')}`);
  }
}

/** A question about a record that is not stored. */
export class UnknownRecordError extends apiError({
  code: 'RECORD_NOT_FOUND',
  meaning: 'A question or a `disassemble` names a record that is not stored.',
  fix: 'Give the id of a record that was submitted and not removed.',
}) {
  constructor(id: string) {
    super(`there is no record ${JSON.stringify(id.slice(0, 80))}`);
  }
}

export class EdgeNotFoundError extends apiError({
  code: 'EDGE_NOT_FOUND',
  meaning: 'No rule links the two records of an edge that is to be removed. Nothing was changed.',
  fix: 'Name an edge that the entity lists, or a record.',
}) {
  constructor(a: string, b: string) {
    super(`no rule links the records ${JSON.stringify(a.slice(0, 80))} and ${JSON.stringify(b.slice(0, 80))}`);
  }
}

export class TooManyRemovedLinksError extends apiError({
  code: 'TOO_MANY_CUTS',
  meaning: 'The request would give a record more than 90 removed links. Nothing was changed.',
  fix: 'Erase the record with `recordIDs` and submit it again without the value that links it.',
}) {
  constructor(id: string, limit: number) {
    super(`the record ${JSON.stringify(id.slice(0, 80))} would be cut from more than ${limit} others`);
  }
}

export class BanNotFoundError extends apiError({
  code: 'CONNECTION_BAN_NOT_FOUND',
  meaning: 'The entity has no connection ban with this reference.',
  fix: 'Take both from `connectionBans` of the entity.',
}) {
  constructor(reference: string, entityID: string) {
    super(
      `the entity ${JSON.stringify(entityID.slice(0, 80))} has no connection ban ${JSON.stringify(reference.slice(0, 80))}`,
    );
  }
}

/** An entity would have more bans than it can. */
export class TooManyBansError extends apiError({
  code: 'TOO_MANY_BANS',
  meaning:
    'An entity would have more than 1,000 connection bans and lifts of bans: by a separation, or because a record or a link would unite two entities. Nothing was changed. If other requests took the last room meanwhile, the separation was taken back.',
  fix: 'Take separations back with `undoDecision`, or lift bans with `removeConnectionBan`; `connectionBans` of the entity lists them.',
}) {
  constructor(problem: string, hint: string) {
    super(problem, { hint });
  }
}

/** A question about an entity that would have too many pairs of its records judged. */
export class EntityTooLargeError extends apiError({
  code: 'ENTITY_TOO_LARGE',
  meaning:
    'More than about a thousand records share one key, so that the entity has hundreds of thousands of edges. Only answers about all of its edges are refused: `edges`, `score`, `duplicates`, insights of edges, and filters that split it.',
  fix: 'Select `records` without `edges` and what follows from them, or ask `explain` about two of its records.',
}) {
  constructor(id: string, records: number, pairs: number) {
    super(
      `the entity ${JSON.stringify(id)} has ${records} records, more than ${pairs} pairs of which would have to be judged for the answer`,
    );
  }
}

/** A question about a record in an entity that it does not belong to. */
export class RecordNotInEntityError extends apiError({
  code: 'RECORD_NOT_IN_ENTITY',
  meaning: 'The record that `explain` was asked about is in another entity, which the message names.',
  fix: 'Ask about that entity, or give two records to see what keeps them apart.',
}) {
  constructor(recordID: string, entityID: string, actual: string) {
    super(
      `the record ${JSON.stringify(recordID)} is not in the entity ${JSON.stringify(entityID.slice(0, 80))} but in ${JSON.stringify(actual)}`,
    );
  }
}

/** `after` of a list of entities is no position that this list answered. */
export class InvalidPositionError extends apiError({
  code: 'POSITION_INVALID',
  meaning: '`after` of a list of entities is cut, changed, or of another segment or service.',
  fix: 'Pass the `after` of the answer before unchanged, with the same `segment` and `segments`, or begin without it.',
}) {
  constructor(reason: string) {
    super(`after is not a position in this list: ${reason}`);
  }
}

/** `segment` and `segments` name no part of the entities. */
export class InvalidSegmentError extends apiError({
  code: 'SEGMENT_INVALID',
  meaning: '`segment` and `segments` of a list of entities name no part of them.',
  fix: 'Give both: `segments` from 1 to 1,000, and `segment` from 0 to one less. Leave both out to read all entities.',
}) {
  constructor(problem: string) {
    super(`${problem}, which names no part of the entities`);
  }
}

/** `after` of a search is no cursor that a search for the same answered. */
export class InvalidCursorError extends apiError({
  code: 'CURSOR_INVALID',
  meaning: '`after` of a search is cut, changed, or of other parameters, filters or rules.',
  fix: 'Pass the `endCursor` of the page before unchanged, with the same `input`, or begin without `after`.',
}) {
  constructor() {
    super('after is not a cursor of this search: it is cut, changed, or of other parameters, filters or rules');
  }
}

/** A search has shown so many entities that more fields serve its caller better than more pages. */
export class TooDeepPageError extends apiError({
  code: 'PAGE_TOO_DEEP',
  meaning: 'The pages of a search have shown 500 entities.',
  fix: 'Give more fields of `input.parameters` a value, so that the entity that you look for comes first.',
}) {
  constructor(most: number) {
    super(`the pages of this search have shown ${most} entities, and no further page is answered`);
  }
}

/** A request for a decision about two records cannot mean anything as it stands. */
export class InvalidDecisionError extends apiError({
  code: 'DECISION_INVALID',
  meaning:
    'A decision names one record twice, or `user`, `reason` or `after` is empty, too long or no id. Nothing was stored.',
  fix: 'Correct what the message names.',
}) {}

/** A request about the review queue names no review, or no place in it. */
export class InvalidReviewError extends apiError({
  code: 'REVIEW_INVALID',
  meaning: '`after` is no place in the review queue, or an id is no id of a review. Nothing was stored.',
  fix: 'Pass the `after` of the page before, or ids that `reviews` answers, unchanged.',
}) {}

/** A person holds as many reviews as a person can. */
export class TooManyReviewsError extends apiError({
  code: 'TOO_MANY_REVIEWS',
  meaning: 'A person would hold more than 100 reviews. Nothing was stored.',
  fix: 'Decide or release some of them first: `reviews` with `assigned: MINE` lists them.',
}) {
  constructor(user: string, held: number, added: number, limit: number) {
    super(`${JSON.stringify(user)} holds ${held} reviews, and with ${added} more would hold more than ${limit}`);
  }
}

/** A request for a history names nothing that has one, or no place in it. */
export class HistoryInputError extends apiError({
  code: 'BAD_HISTORY_INPUT',
  meaning: '`history` was asked about neither a record nor an entity, about both, or at no place of a history.',
  fix: 'Give either `recordID` or `entityID`, and the `after` of the page before unchanged.',
}) {}

/** The deployment keeps no history. */
export class HistoryOffError extends apiError({
  code: 'HISTORY_OFF',
  meaning: 'The deployment keeps no history of records and entities.',
  fix: 'Set history_retention_in_days, or start the local service with --history-retention-in-days. History begins then.',
}) {
  constructor() {
    super('this deployment keeps no history');
  }
}

/** Two records that are to be linked were separated before. */
export class RecordsSeparatedError extends apiError({
  code: 'RECORDS_SEPARATED',
  meaning: 'The two records that `link` names were separated before. Nothing was stored.',
  fix: 'Read the reason in `connectionBans` or `decisions`. Send the request with `lift: true` to link them all the same. If it has `seen`, name all that separates them.',
}) {
  /** @param isUnseen whether the request lifts something else, which it names */
  constructor(a: string, b: string, references: readonly string[], isUnseen = false) {
    const by =
      references.length === 0
        ? 'the link between them was removed'
        : `the connection ${references.length === 1 ? 'ban' : 'bans'} ${references.slice(0, 5).join(', ')} ${references.length === 1 ? 'stands' : 'stand'} between their entities`;
    super(
      `the records ${JSON.stringify(a.slice(0, 80))} and ${JSON.stringify(b.slice(0, 80))} were separated ${isUnseen ? 'by what the request does not name' : 'before'}: ${by}`,
      {
        hint: isUnseen
          ? 'Ask `explain` what keeps them apart now. To lift it as well, name it in `seen`.'
          : 'Read the reason in `connectionBans` of the entity or in `decisions`. To link them all the same, send the request with `lift: true`; or take the separation back with `undoDecision` or `removeConnectionBan`.',
      },
    );
  }
}

/** Two records are joined by more than a request can part. */
export class SeparationTooLargeError extends apiError({
  code: 'SEPARATION_TOO_LARGE',
  meaning:
    'More joins the two records than a request can part: more than 200 links, 5,000 records or 500,000 pairs. Nothing was stored.',
  fix: 'Correct the value that joins so many records in the records themselves, and try again.',
}) {
  constructor(a: string, b: string, problem: string) {
    super(
      `the records ${JSON.stringify(a.slice(0, 80))} and ${JSON.stringify(b.slice(0, 80))} cannot be separated: ${problem}`,
    );
  }
}

/** A record is in as many groups as it can be. */
export class TooManyDecisionsError extends apiError({
  code: 'TOO_MANY_DECISIONS',
  meaning: 'A record that `link` names is in 90 groups of linked records. Nothing was stored.',
  fix: 'Take links back that are not needed any more: `decisions` with the id of the record lists them.',
}) {
  constructor(id: string, limit: number) {
    super(
      `the record ${JSON.stringify(id.slice(0, 80))} is in ${limit} groups of linked records, the most there can be`,
    );
  }
}

/** There is no decision of this id. */
export class DecisionNotFoundError extends apiError({
  code: 'DECISION_NOT_FOUND',
  meaning: 'There is no decision of the id that `undoDecision` names. Nothing was changed.',
  fix: 'Take the id from `decisions` or from the answer of `link` or `separate`.',
}) {
  constructor(id: string) {
    super(`there is no decision ${JSON.stringify(id.slice(0, 80))}`);
  }
}
