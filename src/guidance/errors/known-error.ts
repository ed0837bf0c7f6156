/** Why something happens, and what to do then. */
export interface Cause {
  readonly cause: string;
  readonly fix: string;
}

/** One thing that the service, its gateway or its deployment can say. */
export interface KnownError {
  /** The code, or the title of what has none. */
  readonly code: string;
  /** Who says it. */
  readonly area: string;
  readonly meaning: string;
  /** Likely causes, most likely first. */
  readonly causes: readonly Cause[];
  /** What makes it occur, where that can be shown in a line. */
  readonly example?: string;
  /** Messages, with `…` for what differs each time. */
  readonly messages: readonly string[];
  /** The page within docs/ that explains it. */
  readonly page?: string;
}
