/** A pair of the review queue, as the API answers it. */
export interface AnsweredReview {
  readonly id: string;
  readonly kind: 'NEAR_MATCH';
  /** 0 to 1. */
  readonly score: number;
  /** Ids of the review rules that hold. */
  readonly rules: readonly string[];
  /** In RFC 3339. */
  readonly foundAt: string;
  readonly a: { readonly id: string; readonly entityID: string };
  readonly b: { readonly id: string; readonly entityID: string };
}

/** The answer to {@link reviewsQuery}. */
export interface ReviewPage {
  /** Pairs in the queue. */
  readonly count: number;
  /** Null on the last page. */
  readonly after: string | null;
  readonly reviews: readonly AnsweredReview[];
}

/** A page of the review queue by `$input`, answered as `page`. */
export const reviewsQuery =
  'query Reviews($input: ReviewsInput!) { page: reviews(input: $input) { count after reviews { id kind score rules foundAt a { id entityID } b { id entityID } } } }';

/** Skips a pair by `$input`, answered as `answer`. */
export const skipReviewQuery =
  'mutation Skip($input: SkipReviewInput!) { answer: skipReview(input: $input) { triggered } }';
