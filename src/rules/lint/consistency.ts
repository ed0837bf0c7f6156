import { append } from '../../multimap.ts';
import { quote } from '../../text/plain-text.ts';
import { partLists } from '../document/document-schema.ts';
import { allReferences } from '../document/references.ts';
import type { RuleDocument } from '../document/rule-document.ts';
import { type LintRules, rulesOf } from './lint-rule.ts';
import { contradiction } from './matchers.ts';

/** The maximum number of rule pairs checked for one group; an untrusted document may have many. */
const maxPairs = 100_000;

export const consistencyRules: LintRules = {
  CONSISTENCY_NEVER_HOLDS: {
    severity: 'warning',
    meaning: 'Records that satisfy the link rules cannot satisfy the consistency rule set, so it refuses every link.',
    example: 'link rule "sameCity" (simple on "city"), consistency rule "otherCity" (distinct on "city")',
    fix: 'Write a consistency rule that linked records can satisfy, or remove the rule set.',
    check(context, report) {
      for (const { name, value: ruleSetID, pointer } of context.document.consistencyRuleSetIDs) {
        const ruleSet = context.ruleSets.get(ruleSetID)?.value;
        if (ruleSet?.ruleIDs.length === 0) {
          report(
            pointer,
            `rule set ${quote(ruleSetID)} has no rules: no two records of group ${quote(name)} are linked`,
            'Name a rule in it.',
          );
          continue;
        }
        const group = context.document.mutationRuleSetGroups.find((entry) => entry.name === name);
        const gates = rulesOf(ruleSetID, context);
        const links = rulesOf(group?.value.linkRuleSetID ?? null, context);
        if (gates.length === 0 || links.length === 0 || gates.length * links.length > maxPairs) continue;
        const refused = links.every((link) =>
          gates.every((gate) => contradiction(link.rule.value.matcherIDs, gate.rule.value.matcherIDs, context)),
        );
        if (!refused) continue;
        report(
          pointer,
          `rule set ${quote(ruleSetID)} requires different values where every link rule of group ${quote(name)} requires equal ones`,
          'Write a consistency rule that linked records can satisfy.',
        );
      }
    },
  },
};

type List = keyof RuleDocument['ids'];

const names: Readonly<Record<List, string>> = { ...partLists, referenceLists: 'reference list' };

/** The roots of use: the parts that the service itself uses. */
const roots = ['searchRuleSetIDs', 'mutationRuleSetGroups', 'consistencyRuleSetIDs', 'scores', 'entities'];

export const unusedRules: LintRules = {
  UNUSED_PART: {
    severity: 'warning',
    meaning: 'No search, group, consistency rule set or score uses the part, so it has no effect.',
    example: '"matchers": [{ "id": "samePhone", … }], and no rule names "samePhone"',
    fix: 'Use the part, or remove it.',
    check({ document }, report) {
      const used = usedParts(document);
      for (const list of Object.keys(names) as List[]) {
        for (const [id, pointer] of document.ids[list]) {
          if (used.has(`${list}/${id}`)) continue;
          report(pointer, `${names[list]} ${quote(id)} is not used`, 'Use it, or take it away.');
        }
      }
    },
  },
};

/** Returns all parts reachable from the roots, as `list/id`. */
function usedParts(document: RuleDocument): Set<string> {
  const owners = new Map<string, string>();
  for (const list of Object.keys(names) as List[]) {
    for (const [id, pointer] of document.ids[list]) owners.set(pointer, `${list}/${id}`);
  }
  const uses = new Map<string, string[]>();
  const open: string[] = [];
  for (const { list, id, pointer } of allReferences(document)) {
    const [root = '', index] = pointer.slice(1).split('/', 2);
    const part = `${list}/${id}`;
    if (roots.includes(root)) {
      open.push(part);
      continue;
    }
    const owner = owners.get(`/${root}/${index}`);
    if (owner !== undefined) append(uses, owner, part);
  }
  const used = new Set<string>();
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (used.has(part)) continue;
    used.add(part);
    for (const other of uses.get(part) ?? []) open.push(other);
  }
  return used;
}
