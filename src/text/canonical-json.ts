/**
 * The JSON of a JSON-like value, with the members of objects sorted by their names.
 *
 * @param isKept tells which members stay; one that is undefined and stays is null
 */
export function canonicalJson(value: unknown, isKept: (member: unknown) => boolean): string {
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element, isKept)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (isKept(member)) members.push(`${JSON.stringify(name)}:${canonicalJson(member, isKept)}`);
  }
  return `{${members.join(',')}}`;
}
