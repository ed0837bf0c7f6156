import type { ComputedEntityView } from './entity-view.ts';
import { DUPLICATE_LINK } from './insights/edge-insights.ts';
import type { EntityLink } from './types.ts';

/**
 * The shortest chain of links between two records of an entity, by breadth-first search; of several rules between two
 * records the one with the highest score. Each step leads on from the one before: its `a` is that one's `b`. Empty for a
 * record and itself, and when no chain leads there.
 */
export async function shortestChain(entity: ComputedEntityView, from: string, to: string): Promise<EntityLink[]> {
  await entity.prepare('duplicates');
  const neighbours = neighboursIn(entity);
  const cameBy = new Map<string, EntityLink | undefined>([[from, undefined]]);
  let open = [from];
  while (open.length > 0 && !cameBy.has(to)) {
    const next: string[] = [];
    for (const id of open) {
      for (const link of (await neighbours(id)).values()) {
        if (cameBy.has(link.b)) continue;
        cameBy.set(link.b, link);
        next.push(link.b);
      }
    }
    open = next;
  }
  const chain: EntityLink[] = [];
  for (let link = cameBy.get(to); link !== undefined; link = cameBy.get(link.a)) chain.unshift(link);
  return chain;
}

/** The link with the highest score that leads away from a record; of equal ones the first. Undefined when there is none. */
export async function strongestLink(entity: ComputedEntityView, from: string): Promise<EntityLink | undefined> {
  await entity.prepare('duplicates');
  let best: EntityLink | undefined;
  for (const link of (await neighboursIn(entity)(from)).values()) {
    if (best === undefined || link.score > best.score) best = link;
  }
  return best;
}

/** The best link of a record to each neighbour, leading away from it; judged only for the records asked about. */
function neighboursIn(entity: ComputedEntityView): (id: string) => Promise<Map<string, EntityLink>> {
  const copies: [string, string][] = [];
  for (const [key, duplicates] of Object.entries(entity.duplicates())) {
    // A key is an id, or a group and an id; an id has no colon.
    const original = key.slice(key.lastIndexOf(':') + 1);
    for (const duplicate of duplicates) copies.push([original, duplicate], [duplicate, original]);
  }
  return async (id) => {
    const links = new Map<string, EntityLink>();
    const add = (b: string, rule: string, score: number) => {
      const known = links.get(b);
      if (known === undefined || known.score < score) links.set(b, { a: id, b, rule, score });
    };
    for (const { a, b, rule, score } of await entity.linksOf(id)) add(a === id ? b : a, rule, score);
    for (const [a, b] of copies) if (a === id) add(b, DUPLICATE_LINK, 1);
    return links;
  };
}
