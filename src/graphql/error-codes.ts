/** One code of `extensions.code`, for the reference pages and the explanations of errors. */
export interface ErrorCode {
  readonly code: string;
  readonly meaning: string;
  readonly fix: string;
}

const explanations: Readonly<Record<string, Omit<ErrorCode, 'code'>>> = {
  // The HTTP request
  BAD_REQUEST: {
    meaning: 'The HTTP request does not carry a GraphQL request. Status 400.',
    fix: 'Send a JSON object with `query` (text), and where needed `variables` (object) and `operationName` (text).',
  },
  BODY_NOT_JSON: {
    meaning: 'The body is missing, is not UTF-8 or is not JSON. Status 400.',
    fix: 'Send `{"query": "…", "variables": {…}}` with the header `content-type: application/json`.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The HTTP method is not accepted, or a mutation was sent with GET. Status 405.',
    fix: 'Send the request with POST.',
  },
  NOT_ACCEPTABLE: {
    meaning: 'The `accept` header allows no media type that the service can answer. Status 406.',
    fix: 'Accept `application/json` or `application/graphql-response+json`.',
  },
  REQUEST_TOO_LARGE: {
    meaning: 'The body is larger than the deployment accepts. Nothing was executed. Status 413.',
    fix: 'Send fewer records in one request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not declared as JSON. Status 415.',
    fix: 'Send the header `content-type: application/json`.',
  },
  // The query
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The query is not GraphQL; `locations` says where.',
    fix: 'Correct the syntax at that location.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The query does not fit the schema: an unknown field, argument or type, or a value of the wrong type.',
    fix: 'Compare the query with the schema, which introspection shows.',
  },
  OPERATION_NOT_FOUND: {
    meaning: 'The query contains no operation of this name, or several operations and no name was given.',
    fix: 'Name one of the operations of the query in `operationName`.',
  },
  BAD_USER_INPUT: {
    meaning: 'A variable does not fit its type: an unknown field, a wrong type, or a required value that is missing.',
    fix: 'Correct the value at the path that the message names.',
  },
  TOO_MANY_TOKENS: {
    meaning: 'The text of the query is too long. Nothing was executed.',
    fix: 'Send values as variables.',
  },
  QUERY_TOO_DEEP: {
    meaning: 'The query nests too many levels of fields or brackets. Nothing was executed.',
    fix: 'Select fewer levels.',
  },
  TOO_MANY_ALIASES: {
    meaning: 'The operation has too many aliases. Nothing was executed.',
    fix: 'Send several requests.',
  },
  TOO_MANY_ROOT_FIELDS: {
    meaning: 'The operation has too many fields on its top level. Nothing was executed.',
    fix: 'Send several requests.',
  },
  TOO_MANY_FIELDS: {
    meaning: 'The operation selects too many fields, fragments counted wherever they are spread. Nothing was executed.',
    fix: 'Select fewer fields, or send several requests.',
  },
  // The caller
  FORBIDDEN: {
    meaning: 'The token does not have the scope that the message names.',
    fix: "Request a token with this scope; the client's allowed scopes must contain it.",
  },
  // Records
  NO_RECORDS: {
    meaning: 'A submit without a record.',
    fix: 'Send at least one record in `input.records`.',
  },
  TOO_MANY_RECORDS: {
    meaning: 'A submit with more records than one request may hold. Nothing was stored.',
    fix: 'Send several requests.',
  },
  BATCH_TOO_LARGE: {
    meaning: 'The records of a submit are together larger than one request may store. Nothing was stored.',
    fix: 'Send several requests.',
  },
  SUBMIT_REFUSED: {
    meaning: 'Nothing was stored, because at least one record is not acceptable.',
    fix: 'Correct or leave out the records that the errors name.',
  },
  RECORD_ID_MISSING: {
    meaning: 'The record has no id, or an empty one. Nothing of the request was stored.',
    fix: 'Give every record an `id` that stays the same for the same record.',
  },
  RECORD_ID_INVALID: {
    meaning: 'The id contains a colon or a control character, or is too long. Nothing of the request was stored.',
    fix: 'Use 1 to 512 bytes of text without a colon and without control characters.',
  },
  RECORD_EMPTY: {
    meaning: 'The record has no value besides its id. Nothing of the request was stored.',
    fix: 'Send at least one field with a value, or leave the record out.',
  },
  RECORD_TOO_LARGE: {
    meaning: 'One record is larger than can be stored. Nothing of the request was stored.',
    fix: 'Leave out fields that you do not need.',
  },
  RECORD_CONFLICT: {
    meaning: 'One request contains two different records with one id. Nothing of the request was stored.',
    fix: 'Send one version of each record in a request.',
  },
  RECORD_EXISTS: {
    meaning: 'A record with this id and other content is stored already. Nothing of the request was stored.',
    fix: 'Submit the changed record under a new id.',
  },
  TOO_MANY_INDEX_KEYS: {
    meaning: 'A record or a search would need more index keys than the cap. Nothing of the request was stored.',
    fix: 'Send fewer or shorter values in the fields that the message names, or change the rule-config to index fewer of them.',
  },
  FIELD_DOES_NOT_EXIST: {
    meaning:
      'A value that the rule-config demands is missing, in a rule that does not ignore errors. Nothing of the request was stored.',
    fix: 'Give the record this value, or set `mustExist` to false or `ignoreErrors` to true in the rule-config.',
  },
  // Searching and reading
  NO_SEARCH_VALUE: {
    meaning: 'No search parameter has a value.',
    fix: 'Give at least one field of `input.parameters` a value.',
  },
  UNKNOWN_SEARCH_RULES: {
    meaning: '`input.searchRules` names rules that the rule-config does not have.',
    fix: 'Use one of the names that the hint lists.',
  },
  ARGUMENT_OUT_OF_RANGE: {
    meaning: 'A number such as `page`, `pageSize`, `top` or `count` is negative, zero or larger than it may be.',
    fix: 'Give a number in the range that the message names.',
  },
  POSITION_INVALID: {
    meaning: '`after` of a list of entities is cut, changed, or of another segment or service.',
    fix: 'Pass the `after` of the page before unchanged, with the same `segment` and `segments`, or begin without it.',
  },
  SEGMENT_INVALID: {
    meaning: '`segment` and `segments` of a list of entities name no part of them.',
    fix: 'Give both, `segment` from 0 to one less than `segments`, or leave both out.',
  },
  PAGING_CONFLICT: {
    meaning:
      'A search mixes `first` with `page`, `pageSize` or a sort by anything but `hitScore`, or has `after` alone.',
    fix: 'Give `first` and `after` for the best entities, or `page` and `pageSize` for all of them in another order.',
  },
  CURSOR_INVALID: {
    meaning: '`after` of a search is cut, changed, or of other parameters, filters or rules.',
    fix: 'Pass the `endCursor` of the page before unchanged, with the same `input`, or begin without `after`.',
  },
  PAGE_TOO_DEEP: {
    meaning: 'The pages of a search have shown 500 entities.',
    fix: 'Give more search parameters a value, so that the entity that you look for comes first.',
  },
  UNKNOWN_SORT_FIELD: {
    meaning: '`input.sort.field` of a search is no field that entities can be sorted by.',
    fix: 'Sort by `id`, `hitScore`, `score`, `consistency` or `size`.',
  },
  UNKNOWN_FIELD: {
    meaning: 'A filter, sort or insight names a field that records do not have.',
    fix: 'Compare the path with `type Record`; the hint names the field that was probably meant.',
  },
  INVALID_PATH: {
    meaning: 'A path goes through a list without `*`, or into a value that has no fields.',
    fix: 'Write the path that the hint names.',
  },
  EMPTY_FILTER: {
    meaning:
      'A filter without a condition, a condition without a criterion, or an empty list of fields or sort criteria.',
    fix: 'Give at least one, or leave the argument out.',
  },
  INVALID_REGEX: {
    meaning: '`likeRegex` is not RE2 syntax, or too large to run.',
    fix: 'Leave out look-around and back-references, and correct what the message names.',
  },
  FILTER_TOO_EXPENSIVE: {
    meaning:
      'The `likeRegex` patterns of the request would take more than 50,000,000 steps: instructions of a pattern times characters of the texts that it is tried on, and 2,500,000 for each pattern.',
    fix: 'Put a condition first that fewer records satisfy, write shorter patterns, use `startsWith`, `endsWith` or `equals`, or request fewer records.',
  },
  VALUE_NOT_NUMERIC: {
    meaning: 'A comparison or an insight that needs numbers met another value.',
    fix: 'Filter such records out first, or take a field that holds numbers.',
  },
  VALUE_NOT_A_TIME: {
    meaning: 'A comparison or an insight that needs times met another value.',
    fix: 'Filter such records out first, or take a field that holds times.',
  },
  BAD_EXPLAIN_INPUT: {
    meaning: '`explain` was given neither `a` and `b` nor `record` and `entityID`.',
    fix: 'Give the ids of two records, or the id of a record and that of its entity.',
  },
  RECORD_NOT_FOUND: {
    meaning: 'The question is about a record that is not stored.',
    fix: 'Give the id of a record that was submitted and not removed.',
  },
  NOTHING_TO_DISASSEMBLE: {
    meaning: '`disassemble` was given neither an edge nor a record.',
    fix: 'Give at least one of `edges` and `recordIDs`.',
  },
  SEVERAL_ENTITIES: {
    meaning: 'The edges and records of a `disassemble` belong to several entities, which the message names.',
    fix: 'Disassemble one entity in each request.',
  },
  EDGE_NOT_FOUND: {
    meaning: 'No rule links the two records of an edge that is to be removed.',
    fix: 'Name an edge that the entity lists.',
  },
  TOO_MANY_CUTS: {
    meaning: 'The request would give a record more than 90 removed links. Nothing was changed.',
    fix: 'Erase the record with `recordIDs` and submit it again without the value that links it.',
  },
  TOO_MANY_BANS: {
    meaning:
      'An entity would have more than 1,000 connection bans and lifts of bans: by a separation, or because a record or a link would unite two entities. Nothing was changed.',
    fix: 'Take separations back with `undoDecision`, or lift bans with `removeConnectionBan`; `connectionBans` of the entity lists them.',
  },
  CONNECTION_BAN_NOT_FOUND: {
    meaning: 'The entity has no connection ban with this reference.',
    fix: 'Take the reference from `connectionBans` of the entity.',
  },
  NO_SUCH_RULE_CHANGE: {
    meaning: 'No change of the rules leads to the rule-config that the request names, or none can be taken back.',
    fix: 'Read `ruleChange`, and name the rule-config that `to` or `waiting` has.',
  },
  PACE_MISSING: {
    meaning: '`setRuleChangePace` was given neither `paused` nor `writeUnitsPerSecond`.',
    fix: 'Give at least one of the two.',
  },
  REVIEW_INVALID: {
    meaning: '`after` is no place in the review queue, or an id is no id of a review. Nothing was stored.',
    fix: 'Pass the `after` of the page before, or ids that `reviews` answers, unchanged.',
  },
  BAD_HISTORY_INPUT: {
    meaning: '`history` was asked about neither a record nor an entity, about both, or at no place of a history.',
    fix: 'Give either `recordID` or `entityID`, and the `after` of the page before unchanged.',
  },
  HISTORY_OFF: {
    meaning: 'The deployment keeps no history of records and entities.',
    fix: 'The operator of the service sets `history_retention_in_days`; history begins then.',
  },
  DECISION_INVALID: {
    meaning:
      'A decision names one record twice, or `user`, `reason` or `after` is empty, too long or no id. Nothing was stored.',
    fix: 'Correct what the message names.',
  },
  BAD_SKIP_INPUT: {
    meaning: '`skipReview` was told neither two records nor a review, or both.',
    fix: 'Give either `a` and `b`, or `id`.',
  },
  TOO_MANY_REVIEWS: {
    meaning: 'A person would hold more than 100 reviews. Nothing was stored.',
    fix: 'Decide or release some first: `reviews` with `assigned: MINE` lists them.',
  },
  USER_NOT_SIGNED_IN: {
    meaning: '`user` names another person than the one who is signed in. Nothing was stored.',
    fix: 'Leave `user` out: the decision carries the person who is signed in.',
  },
  RECORDS_SEPARATED: {
    meaning: 'The two records that `link` names were separated before. Nothing was stored.',
    fix: 'Read the reason in `connectionBans` or `decisions`. Send the request with `lift: true` to link them all the same. If it has `seen`, name all that separates them.',
  },
  SEPARATION_TOO_LARGE: {
    meaning: 'More records or links join the two that `separate` names than a request can part. Nothing was stored.',
    fix: 'Correct the value that joins so many records in the records themselves.',
  },
  TOO_MANY_DECISIONS: {
    meaning: 'A record that `link` names is in 90 groups of linked records. Nothing was stored.',
    fix: 'Take links back that are not needed any more.',
  },
  DECISION_NOT_FOUND: {
    meaning: 'There is no decision of the id that `undoDecision` names.',
    fix: 'Take the id from `decisions`.',
  },
  RECORD_NOT_IN_ENTITY: {
    meaning: 'The record that `explain` was asked about is in another entity, which the message names.',
    fix: 'Ask about that entity, or give two records to see what keeps them apart.',
  },
  STORED_VALUE_UNREADABLE: {
    meaning: 'A stored value does not fit the type that the schema gives its field.',
    fix: 'Give the field of `type Record` a type that fits the stored records, `Any` at worst, or make it nullable.',
  },
  ENTITY_TOO_LARGE: {
    meaning:
      'An entity has so many records with a common key that its edges, or what follows from them, cannot be answered. Its records can.',
    fix: 'Select `records` without `edges`, `score`, `duplicates` and insights of edges, or ask `explain` about two records.',
  },
  RESPONSE_TOO_LARGE: {
    meaning: 'The answer is larger than the gateway passes on. A mutation was executed all the same.',
    fix: 'Ask for fewer entities, select fewer fields, or send `accept-encoding: gzip`.',
  },
  // The service
  TOO_MANY_REQUESTS: {
    meaning:
      'The client sent more requests than its limit allows. Nothing was executed. Status 429; `retry-after` says in how many seconds the next request is accepted.',
    fix: 'Wait for that time, then send the same request again. Put several records into one request.',
  },
  TRY_AGAIN: {
    meaning: 'The service could not finish in time, or its store is overloaded. Nothing is lost.',
    fix: 'Send the same request again after a moment, waiting longer each time. If that does not help, send fewer records at once.',
  },
  STORE_FULL: {
    meaning:
      'The disk or the map of the local store is full. What was acknowledged is safe; nothing new can be written.',
    fix: 'The operator of the service frees space. Then send the same request again.',
  },
  STORE_FORMAT: {
    meaning: 'A part of the local store that the request needs is damaged. Other requests are still answered.',
    fix: 'The operator of the service checks the data with `entity-data doctor`, and restores a backup.',
  },
  INTERNAL_ERROR: {
    meaning: 'An unexpected error; the log has the cause under the request id in `extensions.requestId`.',
    fix: 'Give the request id to the operator of the service. Sending the same request again is safe.',
  },
  SERVICE_MISCONFIGURED: {
    meaning: "The service's rule-config, schema or environment has errors, which its log lists. Status 500.",
    fix: 'The operator of the service corrects what the log lists and deploys again.',
  },
};

/** Every code that the API can answer. */
export const errorCodes: readonly ErrorCode[] = Object.entries(explanations).map(([code, explanation]) => ({
  code,
  ...explanation,
}));

/** Codes that callers may see; an error of any other code is for the operator and stays in the log. */
export const publicCodes: ReadonlySet<string> = new Set(errorCodes.map(({ code }) => code));
