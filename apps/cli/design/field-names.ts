import { withoutRemark } from '../../../src/workbench/design/field-words.ts';
import { usableStep } from '../../../src/workbench/design/usable-names.ts';

/** Names that a field must not have: `id` is the record's own. */
const reserved: readonly string[] = ['id'];
const longestName = 60;

/**
 * Readable names of fields for paths of columns: in Latin letters, as GraphQL accepts them, each different from its
 * neighbours. A star stays.
 *
 * @returns for each path its field, with dots
 */
export function fieldNames(paths: readonly (readonly string[])[]): readonly string[] {
  const objects = new Map<string, { readonly names: Map<string, string>; readonly taken: Set<string> }>();
  return paths.map((steps, index) => {
    const named: string[] = [];
    steps.forEach((step, depth) => {
      if (step === '*') {
        named.push(step);
        return;
      }
      const parent = JSON.stringify(steps.slice(0, depth));
      const object = objects.get(parent) ?? { names: new Map(), taken: new Set(depth === 0 ? reserved : []) };
      objects.set(parent, object);
      const name = object.names.get(step) ?? freeName(readable(step) || `column_${index + 1}`, object.taken);
      object.names.set(step, name);
      object.taken.add(name.toLowerCase());
      named.push(name);
    });
    return named.join('.');
  });
}

/** The last part of an address, as linked data name their properties; else the whole text. */
function readable(step: string): string {
  const local = /^[a-z][a-z0-9+.-]*:\/\/.*[/#]([^/#]+)$/i.exec(step)?.[1];
  return usableStep(withoutRemark(local ?? step).slice(0, longestName * 2))
    .slice(0, longestName)
    .replace(/_+$/, '');
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
  return free;
}
