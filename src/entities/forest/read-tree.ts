import type { Page, Store } from '../../store/port.ts';
import { addToNode, type NodeContent, nodePartition } from '../items/node.ts';
import type { Pace } from '../pace.ts';

/** The nodes of an entity and the records that may be in them. */
export interface Tree {
  readonly nodes: ReadonlySet<string>;
  readonly members: ReadonlySet<string>;
  /** True if there are more members than the limit; then little more of them was read than shows that. */
  readonly isTooLarge: boolean;
}

/** Items of one page, if only a few members are needed. */
const FULL_PAGE = 101;

export async function readTree(store: Store, root: string, limit: number, pace: Pace): Promise<Tree> {
  const nodes = new Set([root]);
  const members = new Set<string>();
  for (let level = [root]; level.length > 0 && members.size <= limit; ) {
    const contents = await Promise.all(
      level.map(async (node) => {
        const content: NodeContent = { members: [], children: [] };
        let after: string | undefined;
        do {
          const page: Page = await store.query(nodePartition(node), {
            after,
            limit: limit < FULL_PAGE ? FULL_PAGE : undefined,
          });
          for (const item of page.items) addToNode(content, item);
          if (pace.isDue(page.items.length)) await pace.rest();
          after = page.next;
        } while (after !== undefined && content.members.length <= limit);
        return content;
      }),
    );
    level = contents.flatMap(({ children }) => children).filter((child) => !nodes.has(child));
    for (const child of level) nodes.add(child);
    for (const content of contents) for (const member of content.members) members.add(member);
  }
  return { nodes, members, isTooLarge: members.size > limit };
}
