/** A text that a client may read. */
export interface Resource {
  readonly uri: string;
  /** For programs; unique. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  text(): string;
}
