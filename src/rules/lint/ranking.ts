import { quote } from '../../text/quote.ts';
import { compileRuleConfig } from '../compile/compile.ts';
import type { CompiledRules } from '../compile/compiled-rules.ts';
import { untoldMatchers } from '../compile/search-ranking.ts';
import { ruleConfigOf } from '../document/rule-document.ts';
import type { LintContext, LintRules } from './lint-rule.ts';
import { rulesOf } from './rule-groups.ts';

/** The maximum number of rules and combinations, which are compared with each other when they are compiled. */
const mostAlternatives = 300;

export const rankingRules: LintRules = {
  SEARCH_NOT_RANKABLE: {
    severity: 'warning',
    meaning:
      'A search rule compares a value of which the index tells nothing, so a search for the best entities reads the record of each candidate.',
    example:
      '"R1": ["sameEmail", "similarName"] in a search rule set, where no link rule with keys of the e-mail address compares names',
    fix: 'Use a matcher with index keys, let a link rule with the same keys compare the value too, or take the matcher out of the search rule.',
    needsValid: true,
    check(context, report) {
      const compiled = compiledRules(context);
      if (compiled === undefined) return;
      const reported = new Set<string>();
      for (const { name, value: ruleSetID } of context.document.searchRuleSetIDs) {
        const untold = untoldOf(compiled, name);
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          const matchers = untold.get(rule.value.id);
          if (matchers === undefined || reported.has(pointer)) continue;
          reported.add(pointer);
          const names = [...matchers].map((id) => quote(id)).join(', ');
          report(
            pointer,
            `search rule set ${quote(name)} uses rule ${quote(rule.value.id)}, and the index tells nothing about ${matchers.size === 1 ? 'its matcher' : 'its matchers'} ${names}: a search with first reads the record of each candidate`,
            `Give ${matchers.size === 1 ? 'it' : 'them'} index keys, let a link rule with the same keys use ${matchers.size === 1 ? 'it' : 'them'} too, or leave ${matchers.size === 1 ? 'it' : 'them'} out of the search rule.`,
          );
        }
      }
    },
  },
};

/** Undefined if the document is too large to be compiled here. */
function compiledRules({ document, registries }: LintContext): CompiledRules | undefined {
  const alternatives = document.rules.reduce(
    (sum, { value }) => sum + Math.max(1, value.attributes.indexMatcherIDs.length),
    0,
  );
  if (alternatives > mostAlternatives) return undefined;
  return compileRuleConfig(ruleConfigOf(document), registries);
}

/** Ids of the matchers by id of the rule. */
function untoldOf(compiled: CompiledRules, searchRules: string): ReadonlyMap<string, ReadonlySet<string>> {
  const untold = new Map<string, Set<string>>();
  for (const { rule, alternatives } of compiled.searchRules.get(searchRules) ?? []) {
    const ids = new Set(alternatives.flatMap((one) => untoldMatchers(one).map(({ id }) => id)));
    if (ids.size > 0) untold.set(rule.id, ids);
  }
  return untold;
}
