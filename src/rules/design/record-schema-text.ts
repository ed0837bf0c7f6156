import type { GuessedField } from './guess-kinds.ts';

interface Node {
  readonly fields: Map<string, Node>;
  list: boolean;
  type: string;
}

/**
 * Writes `schema.graphqls` for the fields: every value is a text, a dot in a path is an object, and a star is a list.
 */
export function recordSchemaText(fields: readonly GuessedField[]): string {
  const root = node();
  for (const { field, profile } of fields) {
    let at = root;
    const steps = field.name.split('.');
    steps.forEach((step, index) => {
      if (step === '*') {
        at.list = true;
        return;
      }
      let next = at.fields.get(step);
      if (next === undefined) {
        next = node();
        at.fields.set(step, next);
      }
      at = next;
      if (index === steps.length - 1) at.list ||= profile.isList;
    });
  }
  const types: string[] = [];
  writeType('Record', root, types);
  return `${types.reverse().join('\n')}`;
}

const node = (): Node => ({ fields: new Map(), list: false, type: 'String' });

function writeType(name: string, { fields }: Node, types: string[]): void {
  const lines = [...fields]
    .filter(([field]) => name !== 'Record' || field !== 'id')
    .map(([field, child]) => {
      let type = child.type;
      if (child.fields.size > 0) {
        type = `${name === 'Record' ? '' : name}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
        if (type === 'Record') type = 'RecordPart';
        writeType(type, child, types);
      }
      return `  ${field}: ${child.list ? `[${type}]` : type}`;
    });
  types.push(`type ${name} {\n${name === 'Record' ? '  id: ID!\n' : ''}${lines.join('\n')}\n}\n`);
}
