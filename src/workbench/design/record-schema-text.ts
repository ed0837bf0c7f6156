import { offeredScalars, reservedTypeNames } from '../../rules/record-schema/schema-error.ts';
import type { GuessedField } from './guess-kinds.ts';

interface Node {
  readonly fields: Map<string, Node>;
  /** How many lists contain the value. */
  lists: number;
}

/**
 * Writes `schema.graphqls` for the fields: every value is a text, a dot in a path is an object, and a star is a list.
 */
export function recordSchemaText(fields: readonly GuessedField[]): string {
  const root = node();
  for (const { field, profile } of fields) addField(root, field.name.split('.'), profile.isList);
  return new SchemaText().write(root);
}

const node = (): Node => ({ fields: new Map(), lists: 0 });

function addField(root: Node, steps: readonly string[], isList: boolean): void {
  let at = root;
  let stars = 0;
  for (const step of steps) {
    if (step === '*') {
      stars += 1;
      at.lists = Math.max(at.lists, stars);
      continue;
    }
    stars = 0;
    const next = at.fields.get(step) ?? node();
    at.fields.set(step, next);
    at = next;
  }
  if (isList && stars === 0) at.lists = Math.max(at.lists, 1);
}

class SchemaText {
  readonly #types: string[] = [];
  /** The names that a new type must not have: those of the service, of inputs that it derives, and of other types. */
  readonly #taken = new Set(['Record', 'RecordInput', 'SearchParams', ...offeredScalars, ...reservedTypeNames]);

  write(root: Node): string {
    this.#writeType('Record', root, ['  id: ID!'], '');
    return this.#types.reverse().join('\n');
  }

  /** @param prefix begins the names of the types of its fields */
  #writeType(name: string, { fields }: Node, lines: string[], prefix: string): void {
    for (const [field, child] of fields) {
      const type = child.fields.size === 0 ? 'String' : this.#typeOf(prefix, field, child);
      lines.push(`  ${field}: ${'['.repeat(child.lists)}${type}${']'.repeat(child.lists)}`);
    }
    this.#types.push(`type ${name} {\n${lines.join('\n')}\n}\n`);
  }

  #typeOf(prefix: string, field: string, child: Node): string {
    let name = `${prefix}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    while (this.#taken.has(name)) name += 'Part';
    this.#taken.add(name);
    this.#writeType(name, child, [], name);
    return name;
  }
}
