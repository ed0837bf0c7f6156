import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { documentName } from '../../../src/entities/rule-changes/versions/documents.ts';
import { EntityDataError } from '../../../src/errors.ts';
import { type DesignRequest, type FieldKind, kindTitles } from '../../../src/workbench/design/field-kind.ts';
import { instanceDesignName } from '../../service/designed-rules.ts';
import type { ColumnsFileContent } from '../files/columns-file.ts';

/** The file that says how an instance was designed cannot be used. */
class InstanceDesignError extends EntityDataError {
  readonly code = 'INSTANCE_DESIGN_INVALID';
}

const instanceDesign = z.strictObject({
  version: z.literal(1),
  /** Relative to the directory of the instance. */
  file: z.string().optional(),
  /** Name of the rules that were designed: the SHA-256 of `rule-config.json`. */
  rules: z.string().optional(),
  seed: z.number().int().nonnegative(),
  goal: z.enum(['precision', 'balanced', 'recall']).optional(),
  country: z.string().optional(),
  nulls: z.array(z.string().min(1)).optional(),
  fields: z.array(
    z.strictObject({
      name: z.string().min(1),
      type: z.string().optional(),
      description: z.string().optional(),
      kind: z.enum(Object.keys(kindTitles) as [FieldKind, ...FieldKind[]]).optional(),
      same: z.boolean().optional(),
    }),
  ),
});

/** What a design was asked for: enough to design again, with answers of yours. */
export type InstanceDesign = z.infer<typeof instanceDesign>;

/** @param rules the text of the rule-config that was designed */
export function designText(design: InstanceDesign, directory: string, rules: string): string {
  const { version, file, ...asked } = design;
  const content = {
    version,
    ...(file !== undefined && { file: relative(resolve(directory), resolve(file)) }),
    ...asked,
    rules: documentName(rules),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * How the instance in a directory was designed; without its file, by the fields of its columns alone.
 *
 * @throws InstanceDesignError if the file is damaged
 */
export async function readInstanceDesign(directory: string, columns: ColumnsFileContent): Promise<InstanceDesign> {
  const path = join(directory, instanceDesignName);
  const hint = 'Design the instance again: npx entity-data design FILE --out DIRECTORY --force.';
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return byColumns(columns);
    throw new InstanceDesignError(`${path} cannot be read: ${(cause as Error).message}`, { hint, cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new InstanceDesignError(`${path} is no JSON: ${(cause as Error).message}`, { hint, cause });
  }
  const parsed = instanceDesign.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path: at, message }) => `  /${at.join('/')}: ${message}`);
    throw new InstanceDesignError(`${path} does not say how an instance was designed:\n${problems.join('\n')}`, {
      hint,
    });
  }
  const { file } = parsed.data;
  return file === undefined ? parsed.data : { ...parsed.data, file: resolve(directory, file) };
}

export function requestOf({ fields, goal, country, nulls }: InstanceDesign): DesignRequest {
  return { fields, goal, country, nulls };
}

function byColumns({ columns }: ColumnsFileContent): InstanceDesign {
  return {
    version: 1,
    seed: 1,
    fields: columns.flatMap(({ column, field, type }) => {
      if (field === null) return [];
      const name = typeof column === 'string' ? column : (column.findLast((step) => step !== '*') ?? field);
      return [
        {
          name: field,
          ...(type === 'list' && { type: 'list of text' }),
          ...(field.split('.').at(-1) !== name && { description: name }),
        },
      ];
    }),
  };
}
