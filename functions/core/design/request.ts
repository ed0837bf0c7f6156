/** What is known of one field of the records to resolve. */
export interface DesignField {
  /** Its name in a record; dots walk into objects. */
  readonly name: string;
  /** What the owner calls its type: text, date, number, list of text, … */
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly samples?: readonly unknown[] | undefined;
}

/** Which mistake is worse: a wrong match, both alike, or a missed match. */
export type DesignGoal = 'precision' | 'balanced' | 'recall';

export interface DesignRequest {
  readonly fields: readonly DesignField[];
  readonly useCase?: string | undefined;
  /** Where most records come from: ISO 3166 code or name. */
  readonly country?: string | undefined;
  readonly goal?: DesignGoal | undefined;
  /** Records as they would be submitted; what their values look like and how often they repeat is learned from them. */
  readonly sampleRecords?: readonly Readonly<Record<string, unknown>>[] | undefined;
}
