import { append } from '../../multimap.ts';
import { quote } from '../../text/quote.ts';
import { partLists } from '../document/document-schema.ts';
import { allReferences } from '../document/references.ts';
import type { RuleDocument } from '../document/rule-document.ts';
import type { LintRules } from './lint-rule.ts';

type List = keyof RuleDocument['ids'];

const names: Readonly<Record<List, string>> = { ...partLists, referenceLists: 'reference list' };

/** The roots of use: the parts that the service itself uses. */
const roots = ['searchRuleSetIDs', 'mutationRuleSetGroups', 'consistencyRuleSetIDs', 'scores'];

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
