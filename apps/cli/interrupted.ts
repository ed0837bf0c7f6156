/** The work was interrupted. */
export class InterruptedError extends Error {
  override readonly name = 'AbortError';
}
