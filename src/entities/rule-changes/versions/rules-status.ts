/** A finding about the rules of a table. Codes are stable and documented in docs/errors/start.md. */
export interface RulesFinding {
  readonly code:
    | 'RULES_NOT_IN_FORCE'
    | 'RULES_ADOPTED'
    | 'RULES_ASSUMED'
    | 'RULES_MISS_FIELDS'
    | 'RULES_OF_ANOTHER_RELEASE';
  readonly message: string;
  readonly hint: string;
}

/** The rules by which a process serves a table. */
export interface RulesStatus {
  /** SHA-256 of the document that is in force, in hexadecimal digits. */
  readonly inForce: string;
  /** SHA-256 of the document that is deployed. */
  readonly deployed: string;
  /** Milliseconds since 1970 at which the document came into force. */
  readonly since: number;
  readonly findings: readonly RulesFinding[];
}

export const isDeployedInForce = ({ inForce, deployed }: RulesStatus): boolean => inForce === deployed;

const short = (name: string): string => name.slice(0, 12);

export const notInForce = (inForce: string, deployed: string): RulesFinding => ({
  code: 'RULES_NOT_IN_FORCE',
  message: `the deployed rule-config (SHA-256 ${short(deployed)}…) is not in force: the stored records are indexed and linked by another one (${short(inForce)}…), which goes on serving`,
  hint: '`entity-data rules status` says how far the change to the deployed one is; docs/change-rules.md says how to continue it.',
});

export const adopted = (former: string, deployed: string): RulesFinding => ({
  code: 'RULES_ADOPTED',
  message: `the deployed rule-config (SHA-256 ${short(deployed)}…) has come into force, although stored records are indexed and linked by another one (${short(former)}…)`,
  hint: 'Stored records are not found by keys that only the deployed one has until they are submitted with other content; docs/change-rules.md says what else to expect.',
});

export const assumed = (deployed: string): RulesFinding => ({
  code: 'RULES_ASSUMED',
  message: `records were stored before the table noted its rules: the deployed rule-config (SHA-256 ${short(deployed)}…) is taken for the one that they were indexed by`,
  hint: 'Should that be another one, deploy that one before anything is submitted, with adopt_changed_rules.',
});

export const missesFields = (problem: string): RulesFinding => ({
  code: 'RULES_MISS_FIELDS',
  message: `the rule-config in force does not fit the deployed schema: ${problem}`,
  hint: 'Put back into the schema what the rule-config in force reads. Until then new records have no value there.',
});

export const anotherRelease = (): RulesFinding => ({
  code: 'RULES_OF_ANOTHER_RELEASE',
  message: 'the stored records were indexed by a release that makes other keys or values of the same rule-config',
  hint: 'Records and searches with values that changed may miss each other; load the records into a new instance when that matters.',
});
