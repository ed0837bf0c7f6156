import type { RuleConfig } from '../../rules/document/types.ts';

/** A field of the schema under construction. */
interface Node {
  isList: boolean;
  readonly fields: Map<string, Node>;
}

const name = /^[_A-Za-z][_0-9A-Za-z]*$/;

/** Paths of a record that a rule-config reads. */
export function pathsOf(config: Pick<RuleConfig, 'transformers'>): string[] {
  const paths = config.transformers.map(({ attributes }) => attributes['path']);
  return [...new Set(paths.filter((path) => typeof path === 'string'))];
}

/**
 * A schema.graphqls in which all of the paths exist, every value a String: `*` makes a list, a dot a nested type. Names
 * that GraphQL does not allow are left out.
 */
export function schemaFromPaths(paths: Iterable<string>): string {
  const root: Node = { isList: false, fields: new Map() };
  for (const path of paths) {
    let node = root;
    for (const step of path.split('.')) {
      if (step === '*' || /^\d+$/.test(step)) {
        if (node !== root) node.isList = true;
        continue;
      }
      if (!name.test(step) || step.startsWith('__')) break;
      let below = node.fields.get(step);
      if (below === undefined) {
        below = { isList: false, fields: new Map() };
        node.fields.set(step, below);
      }
      node = below;
    }
  }
  const types: string[] = [];
  const taken = new Set<string>();
  const write = (typeName: string, node: Node): void => {
    const at = types.push('') - 1;
    const lines = [...node.fields].map(([field, below]) => {
      let type = field === 'id' && node === root ? 'ID!' : 'String';
      if (below.fields.size > 0) {
        type = uniqueName(`${typeName}${field.charAt(0).toUpperCase()}${field.slice(1)}`, taken);
        write(type, below);
      }
      return `  ${field}: ${below.isList ? `[${type.replace('!', '')}!]` : type}`;
    });
    if (node === root && !node.fields.has('id')) lines.unshift('  id: ID!');
    types[at] = `type ${typeName} {\n${lines.join('\n')}\n}\n`;
  };
  write('Record', root);
  return types.join('\n');
}

function uniqueName(wanted: string, taken: Set<string>): string {
  let free = wanted;
  for (let count = 2; taken.has(free); count++) free = `${wanted}${count}`;
  taken.add(free);
  return free;
}
