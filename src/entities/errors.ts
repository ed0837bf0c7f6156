import { EntityDataError } from '../errors.ts';

/** Something is wrong with one record; `index` counts from 0 within the request. */
export interface RecordProblem {
  readonly index: number;
  readonly error: EntityDataError;
}

/** At least one record cannot be stored, so none of the request was. */
export class SubmitRefusedError extends EntityDataError {
  readonly code = 'SUBMIT_REFUSED';
  readonly problems: readonly RecordProblem[];

  constructor(problems: readonly RecordProblem[]) {
    super(
      `nothing was stored: ${problems.length === 1 ? 'one record is' : `${problems.length} records are`} not acceptable`,
      { hint: 'Correct the records that the errors name, or leave them out, and submit again.' },
    );
    this.problems = problems;
  }
}

export class MissingRecordIdError extends EntityDataError {
  readonly code = 'RECORD_ID_MISSING';
  constructor() {
    super('the record has no id', {
      hint: 'Give every record an `id`: a text that stays the same for the same record.',
    });
  }
}

export class InvalidRecordIdError extends EntityDataError {
  readonly code = 'RECORD_ID_INVALID';
  constructor(id: string, problem: string) {
    super(`the record id ${JSON.stringify(id.slice(0, 80))} ${problem}`, {
      hint: 'Use 1 to 512 bytes of text without a colon and without control characters.',
    });
  }
}

export class EmptyRecordError extends EntityDataError {
  readonly code = 'RECORD_EMPTY';
  constructor(id: string) {
    super(`the record ${JSON.stringify(id)} has no field with a value besides its id`, {
      hint: 'Send at least one field with a value, or leave the record out.',
    });
  }
}

export class RecordTooLargeError extends EntityDataError {
  readonly code = 'RECORD_TOO_LARGE';
  constructor(id: string, bytes: number, limit: number) {
    super(`the record ${JSON.stringify(id)} has ${bytes} bytes as JSON; the limit is ${limit}`, {
      hint: 'Leave out fields that no rule and no reader needs, or store a reference to them.',
    });
  }
}

export class ConflictingRecordsError extends EntityDataError {
  readonly code = 'RECORD_CONFLICT';
  constructor(id: string, other: number) {
    super(`the record ${JSON.stringify(id)} comes twice with different content; the first is at index ${other}`, {
      hint: 'Send one version of each record in a request.',
    });
  }
}

export class RecordExistsError extends EntityDataError {
  readonly code = 'RECORD_EXISTS';
  constructor(id: string) {
    super(`a record ${JSON.stringify(id)} with other content is stored already`, {
      hint: 'Submit the changed record under a new id.',
    });
  }
}

export class TooManyRecordsError extends EntityDataError {
  readonly code = 'TOO_MANY_RECORDS';
  constructor(count: number, limit: number) {
    super(`the request holds ${count} records; the limit is ${limit}`, {
      hint: `Send at most ${limit} records in one request.`,
    });
  }
}

export class BatchTooLargeError extends EntityDataError {
  readonly code = 'BATCH_TOO_LARGE';
  constructor(bytes: number, limit: number) {
    super(`the records of the request have ${bytes} bytes as JSON; the limit is ${limit}`, {
      hint: 'Send fewer records in one request.',
    });
  }
}

export class NoRecordsError extends EntityDataError {
  readonly code = 'NO_RECORDS';
  constructor() {
    super('the request holds no record', { hint: 'Send at least one record in `input.records`.' });
  }
}

export class NoSearchValueError extends EntityDataError {
  readonly code = 'NO_SEARCH_VALUE';
  constructor() {
    super('no search parameter has a value', { hint: 'Give at least one field of `input.parameters` a value.' });
  }
}

export class NothingToDisassembleError extends EntityDataError {
  readonly code = 'NOTHING_TO_DISASSEMBLE';
  constructor() {
    super('the request names neither an edge nor a record', {
      hint: 'Give at least one of `edges` and `recordIDs`.',
    });
  }
}

export class SeveralEntitiesError extends EntityDataError {
  readonly code = 'SEVERAL_ENTITIES';
  constructor(ids: readonly string[]) {
    super(`the edges and records belong to ${ids.length} entities: ${ids.slice(0, 5).join(', ')}`, {
      hint: 'Disassemble one entity in each request.',
    });
  }
}

/** A question about a record that is not stored. */
export class UnknownRecordError extends EntityDataError {
  readonly code = 'RECORD_NOT_FOUND';
  constructor(id: string) {
    super(`there is no record ${JSON.stringify(id.slice(0, 80))}`, {
      hint: 'Give the id of a record that was submitted and not removed.',
    });
  }
}

export class EdgeNotFoundError extends EntityDataError {
  readonly code = 'EDGE_NOT_FOUND';
  constructor(a: string, b: string) {
    super(`no rule links the records ${JSON.stringify(a.slice(0, 80))} and ${JSON.stringify(b.slice(0, 80))}`, {
      hint: 'Name an edge that the entity lists, or a record.',
    });
  }
}

export class TooManyRemovedLinksError extends EntityDataError {
  readonly code = 'TOO_MANY_CUTS';
  constructor(id: string, limit: number) {
    super(`the record ${JSON.stringify(id.slice(0, 80))} would be cut from more than ${limit} others`, {
      hint: 'Erase the record with `recordIDs` and submit it again without the value that links it.',
    });
  }
}

export class BanNotFoundError extends EntityDataError {
  readonly code = 'CONNECTION_BAN_NOT_FOUND';
  constructor(reference: string, entityID: string) {
    super(
      `the entity ${JSON.stringify(entityID.slice(0, 80))} has no connection ban ${JSON.stringify(reference.slice(0, 80))}`,
      { hint: 'Take both from `connectionBans` of the entity.' },
    );
  }
}

/** An entity would have more bans than it can. */
export class TooManyBansError extends EntityDataError {
  readonly code = 'TOO_MANY_BANS';
  constructor(problem: string, hint: string) {
    super(problem, { hint });
  }
}

/** A question about an entity that would have too many pairs of its records judged. */
export class EntityTooLargeError extends EntityDataError {
  readonly code = 'ENTITY_TOO_LARGE';
  constructor(id: string, records: number, pairs: number) {
    super(
      `the entity ${JSON.stringify(id)} has ${records} records, more than ${pairs} pairs of which would have to be judged for the answer`,
      {
        hint: 'Select `records` without `edges` and what follows from them, or ask `explain` about two of its records.',
      },
    );
  }
}

/** A question about a record in an entity that it does not belong to. */
export class RecordNotInEntityError extends EntityDataError {
  readonly code = 'RECORD_NOT_IN_ENTITY';
  constructor(recordID: string, entityID: string, actual: string) {
    super(
      `the record ${JSON.stringify(recordID)} is not in the entity ${JSON.stringify(entityID.slice(0, 80))} but in ${JSON.stringify(actual)}`,
      { hint: 'Ask about that entity, or give two records to see what keeps them apart.' },
    );
  }
}

/** `after` of a list of entities is no position that this list answered. */
export class InvalidPositionError extends EntityDataError {
  readonly code = 'POSITION_INVALID';
  constructor(reason: string) {
    super(`after is not a position in this list: ${reason}`, {
      hint: 'Pass the `after` of the answer before unchanged, with the same `segment` and `segments`, or begin without it.',
    });
  }
}

/** `segment` and `segments` name no part of the entities. */
export class InvalidSegmentError extends EntityDataError {
  readonly code = 'SEGMENT_INVALID';
  constructor(problem: string) {
    super(`${problem}, which names no part of the entities`, {
      hint: 'Give both: `segments` from 1 to 1,000, and `segment` from 0 to one less. Leave both out to read all entities.',
    });
  }
}

/** `after` of a search is no cursor that a search for the same answered. */
export class InvalidCursorError extends EntityDataError {
  readonly code = 'CURSOR_INVALID';
  constructor() {
    super('after is not a cursor of this search: it is cut, changed, or of other parameters, filters or rules', {
      hint: 'Pass the `endCursor` of the page before unchanged, with the same `input`, or begin without `after`.',
    });
  }
}

/** A search has shown so many entities that more fields serve its caller better than more pages. */
export class TooDeepPageError extends EntityDataError {
  readonly code = 'PAGE_TOO_DEEP';
  constructor(most: number) {
    super(`the pages of this search have shown ${most} entities, and no further page is answered`, {
      hint: 'Give more fields of `input.parameters` a value, so that the entity that you look for comes first.',
    });
  }
}

/** A request for a decision about two records cannot mean anything as it stands. */
export class InvalidDecisionError extends EntityDataError {
  readonly code = 'DECISION_INVALID';
}

/** A request about the review queue names no review, or no place in it. */
export class InvalidReviewError extends EntityDataError {
  readonly code = 'REVIEW_INVALID';
}

/** A person holds as many reviews as a person can. */
export class TooManyReviewsError extends EntityDataError {
  readonly code = 'TOO_MANY_REVIEWS';
  constructor(user: string, held: number, added: number, limit: number) {
    super(`${JSON.stringify(user)} holds ${held} reviews, and with ${added} more would hold more than ${limit}`, {
      hint: 'Decide or release some of them first: `reviews` with `assigned: MINE` lists them.',
    });
  }
}

/** A request for a history names nothing that has one, or no place in it. */
export class HistoryInputError extends EntityDataError {
  readonly code = 'BAD_HISTORY_INPUT';
}

/** The deployment keeps no history. */
export class HistoryOffError extends EntityDataError {
  readonly code = 'HISTORY_OFF';
  constructor() {
    super('this deployment keeps no history', {
      hint: 'Set history_retention_in_days, or start the local service with --history-retention-in-days. History begins then.',
    });
  }
}

/** Two records that are to be linked were separated before. */
export class RecordsSeparatedError extends EntityDataError {
  readonly code = 'RECORDS_SEPARATED';
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
export class SeparationTooLargeError extends EntityDataError {
  readonly code = 'SEPARATION_TOO_LARGE';
  constructor(a: string, b: string, problem: string) {
    super(
      `the records ${JSON.stringify(a.slice(0, 80))} and ${JSON.stringify(b.slice(0, 80))} cannot be separated: ${problem}`,
      { hint: 'Correct the value that joins so many records in the records themselves, and try again.' },
    );
  }
}

/** A record is in as many groups as it can be. */
export class TooManyDecisionsError extends EntityDataError {
  readonly code = 'TOO_MANY_DECISIONS';
  constructor(id: string, limit: number) {
    super(
      `the record ${JSON.stringify(id.slice(0, 80))} is in ${limit} groups of linked records, the most there can be`,
      {
        hint: 'Take links back that are not needed any more: `decisions` with the id of the record lists them.',
      },
    );
  }
}

/** There is no decision of this id. */
export class DecisionNotFoundError extends EntityDataError {
  readonly code = 'DECISION_NOT_FOUND';
  constructor(id: string) {
    super(`there is no decision ${JSON.stringify(id.slice(0, 80))}`, {
      hint: 'Take the id from `decisions` or from the answer of `link` or `separate`.',
    });
  }
}
