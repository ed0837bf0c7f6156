/** What deserves a look, as the API answers it. */
export interface AnsweredReview {
  readonly id: string;
  readonly kind: 'NEAR_MATCH' | 'WEAK_BRIDGE' | 'GREW_FAST' | 'FREQUENT_VALUE';
  /** 0 to 1; null where there is no pair. */
  readonly score: number | null;
  /** Ids of the rules that hold between the two. */
  readonly rules: readonly string[];
  /** In RFC 3339. */
  readonly foundAt: string;
  /** Null if no person works on it. */
  readonly assignedTo: string | null;
  /** In RFC 3339. */
  readonly assignedUntil: string | null;
  /** Null where there is no pair. */
  readonly a: AnsweredReviewRecord | null;
  readonly b: AnsweredReviewRecord | null;
  readonly grown: { readonly entityID: string; readonly records: number; readonly recordsBefore: number } | null;
  readonly shared: { readonly resolver: string; readonly value: string | null; readonly entities: number } | null;
}

export interface AnsweredReviewRecord {
  readonly id: string;
  readonly entityID: string;
}

/** The answer to {@link reviewsQuery}. */
export interface ReviewPage {
  /** Reviews of the kinds that were asked for. */
  readonly count: number;
  readonly counts: readonly { readonly kind: AnsweredReview['kind']; readonly count: number }[];
  /** Reviews of all kinds that persons work on, and those of the person who asks. */
  readonly assigned: number;
  readonly mine: number;
  /** Null on the last page. */
  readonly after: string | null;
  readonly reviews: readonly AnsweredReview[];
}

const reviewSelection =
  '{ id kind score rules foundAt assignedTo assignedUntil a { id entityID } b { id entityID } grown { entityID records recordsBefore } shared { resolver value entities } }';

/** A page of the review queue by `$input`, answered as `page`. */
export const reviewsQuery = `query Reviews($input: ReviewsInput!) { page: reviews(input: $input) { after reviews ${reviewSelection} count counts { kind count } assigned mine } }`;

/** Skips a pair by `$input`, answered as `answer`. */
export const skipReviewQuery =
  'mutation Skip($input: SkipReviewInput!) { answer: skipReview(input: $input) { triggered } }';

/** Takes reviews by `$input`, answered as `answer`. */
export const takeReviewsQuery = `mutation Take($input: TakeReviewsInput!) { answer: takeReviews(input: $input) { reviews ${reviewSelection} } }`;

/** Gives reviews back by `$input`, answered as `answer`. */
export const releaseReviewsQuery =
  'mutation Release($input: ReleaseReviewsInput!) { answer: releaseReviews(input: $input) { released } }';
