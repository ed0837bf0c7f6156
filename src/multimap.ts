/** Adds a value to the list of a key. */
export function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The items that have a name, by each of their names; like `Map.groupBy`, for items of several names or none. */
export function byNames<Item, Name>(items: Iterable<Item>, namesOf: (item: Item) => Iterable<Name>): Map<Name, Item[]> {
  const lists = new Map<Name, Item[]>();
  for (const item of items) for (const name of namesOf(item)) append(lists, name, item);
  return lists;
}
