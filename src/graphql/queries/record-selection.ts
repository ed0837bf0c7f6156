/** A reference to a type, as an introspection describes it: `ofType` is the type inside a list or non-null type. */
export interface TypeReference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeReference | null;
}

/** A type of a schema, as an introspection describes it. */
export interface SelectableType {
  readonly name: string;
  readonly kind: string;
  readonly fields?: readonly { readonly name: string; readonly type: TypeReference }[] | null;
}

/** The name of the type inside all list and non-null types. */
export function namedType(reference: TypeReference): string {
  let type = reference;
  while (type.ofType) type = type.ofType;
  return type.name ?? '';
}

/**
 * The selection of all fields of an object type, such as `id name address { city }`; '' if there is none.
 *
 * @param depth levels of objects to select, because a type may contain itself
 */
export function selectionOf(types: ReadonlyMap<string, SelectableType>, typeName: string, depth: number): string {
  const selected = (types.get(typeName)?.fields ?? []).flatMap(({ name, type }) => {
    const named = namedType(type);
    if (types.get(named)?.kind !== 'OBJECT') return [name];
    const inner = depth > 1 ? selectionOf(types, named, depth - 1) : '';
    return inner === '' ? [] : [`${name} { ${inner} }`];
  });
  return selected.join(' ');
}
