import { hash } from 'node:crypto';

/**
 * The group of two records that a decision links: like the group of records that were submitted with `linkTogether`.
 * Every decision has a group of its own, so that taking one back leaves others as they are.
 */
export const groupOfDecision = (id: string): string =>
  hash('sha256', JSON.stringify(['DECISION', id]), 'base64url').slice(0, 22);
