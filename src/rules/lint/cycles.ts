/**
 * Yields the cycles of a graph, one for each back edge of a depth-first search: the nodes of the cycle in order. Uses
 * an explicit stack, because a chain in an untrusted document may be longer than the call stack.
 */
export function findCycles(nodes: Iterable<string>, successors: (node: string) => readonly string[]): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of nodes) {
    if (done.has(start)) continue;
    const path: { readonly node: string; readonly next: Iterator<string> }[] = [];
    const positions = new Map<string, number>();
    const enter = (node: string) => {
      positions.set(node, path.length);
      path.push({ node, next: successors(node)[Symbol.iterator]() });
    };
    enter(start);
    while (path.length > 0) {
      const step = path.at(-1)!.next.next();
      if (step.done) {
        const { node } = path.pop()!;
        positions.delete(node);
        done.add(node);
      } else if (positions.has(step.value)) {
        cycles.push(path.slice(positions.get(step.value)!).map((entry) => entry.node));
        // One cycle shows the error; a dense graph has too many back edges to list.
        if (cycles.length >= 100) return cycles;
      } else if (!done.has(step.value)) {
        enter(step.value);
      }
    }
  }
  return cycles;
}

/** `"a" → "b" → "a"`, shortened in the middle. */
export function cycleText(cycle: readonly string[]): string {
  const shown = cycle.length > 8 ? [...cycle.slice(0, 6), '…', cycle.at(-1)!] : cycle;
  return [...shown, cycle[0]!].map((node) => (node === '…' ? node : JSON.stringify(node))).join(' → ');
}
