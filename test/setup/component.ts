/** What links connect with one of these, itself included. */
export function componentOf<One>(first: One, all: readonly One[], isLink: (a: One, b: One) => boolean): Set<One> {
  const component = new Set([first]);
  for (const member of component) {
    for (const other of all) if (isLink(member, other)) component.add(other);
  }
  return component;
}
