import type { PromptDefinition } from './prompt.ts';

export const whyNoMatchPrompt: PromptDefinition = {
  name: 'why_no_match',
  title: 'Why did these two not match?',
  description: 'Finds the field, transformer or rule by which two records did, or did not, come together.',
  arguments: [
    { name: 'recordA', description: 'One record as JSON. Replace personal data by made-up values.', required: true },
    { name: 'recordB', description: 'The other record as JSON.', required: true },
    {
      name: 'ruleConfig',
      description: 'The rule-config as JSON; you can also give it in the conversation.',
      required: false,
    },
    {
      name: 'expected',
      description: 'What you expected of the two.',
      required: false,
      choices: ['match', 'no match'],
    },
  ],
  text: ({
    recordA,
    recordB,
    ruleConfig,
    expected,
  }) => `Two records did not come out as I expected${expected === undefined ? '' : ` (I expected: ${expected})`}. Find out why.

Record A: ${recordA}
Record B: ${recordB}
${ruleConfig === undefined ? 'Ask me for the rule-config if you do not have it.' : `Rule-config: ${ruleConfig}`}

1. Call svc_simulate_match with the rule-config and both records.
2. Read "summary" and "groups" first: NO_MATCH means no rule holds, NOT_FOUND that a rule holds but the two share no index key, KEPT_APART that a consistency rule set refuses.
3. For the rule that came nearest, go through its matchers that are not satisfied: compare the values of both sides, then follow them back through the trace to the transformer where they part, and read its notes.
4. Say in one sentence what decided it, with the two values.
5. Propose the smallest change of the rule-config that turns it round, and say what else that change would join or separate. Lint it with svc_lint_rule_config and simulate it again, also with a pair that must stay as it is.
6. Remember that two records may share an entity through a third one although they do not match each other: in that case the explain operation of the API shows the path.`,
};
