import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  fill,
  inputsTable,
  longTypes,
  outputsTable,
  requirementsTable,
  resourcesTable,
} from '../../../scripts/docs-tables.ts';
import { readBlocks } from '../../../scripts/terraform-blocks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('readBlocks', () => {
  it('reads a type over several lines and leaves validations alone', () => {
    const source = `# Group

variable "clients" {
  description = "Clients, see \\"$\${path.module}/x\\"."
  type = map(object({
    scopes  = list(string)
    minutes = optional(number, 60)
  }))
  default  = {}
  nullable = false

  validation {
    condition     = true
    error_message = "default = none"
  }
}

output "url" {
  description = "Address."
  value = {
    type = "none"
  }
}
`;

    expect(readBlocks(source)).toEqual([
      {
        kind: 'variable',
        name: 'clients',
        description: `Clients, see "\${path.module}/x".`,
        type: 'map(object({ scopes = list(string), minutes = optional(number, 60) }))',
        typeSource: 'map(object({\n  scopes  = list(string)\n  minutes = optional(number, 60)\n}))',
        default: '{}',
      },
      { kind: 'output', name: 'url', description: 'Address.' },
    ]);
  });

  it('refuses a variable without description', () => {
    expect(() => readBlocks('variable "a" {\n  type = string\n}\n')).toThrow('The variable a has no description.');
  });

  it('reads every block of the module', () => {
    for (const file of ['variables.tf', 'outputs.tf']) {
      const source = read(file);
      expect(readBlocks(source)).toHaveLength(source.match(/^(variable|output) "/gm)!.length);
    }
  });
});

describe('the tables', () => {
  it('escape what Markdown would take for its own', () => {
    const table = inputsTable([{ kind: 'variable', name: 'a', description: 'x | <y>', type: 'string' }]);

    expect(table.split('\n').at(-1)).toBe('| `a` | x \\| &lt;y> | `string` | required |');
  });

  it('link to types that a cell cannot show', () => {
    const type = `object({ ${Array.from({ length: 20 }, (_, i) => `setting_${i} = number`).join(', ')} })`;
    const block = { kind: 'variable', name: 'a_b', description: 'x', type, typeSource: 'object({})' } as const;

    expect(inputsTable([block])).toContain('| [object](#type-of-a_b) |');
    expect(longTypes([block, { ...block, type: 'string' }])).toBe('### Type of a_b\n\n```hcl\nobject({})\n```');
  });

  it('name what a module requires and makes', () => {
    const versions =
      'required_version = ">= 1.9"\n  required_providers {\n    aws = {\n      source  = "hashicorp/aws"\n      version = ">= 5.100"\n    }\n';
    const made = 'resource "aws_b" "this" {\n}\nresource "aws_a" "this" {\n}\n';

    expect(requirementsTable(versions).split('\n').slice(2)).toEqual([
      '| terraform | `>= 1.9` |',
      '| aws (hashicorp/aws) | `>= 5.100` |',
    ]);
    expect(
      resourcesTable(
        new Map([
          ['y', made],
          ['x', 'resource "aws_a" "other" {'],
        ]),
      )
        .split('\n')
        .slice(2),
    ).toEqual(['| `aws_a` | `modules/x`, `modules/y` |', '| `aws_b` | `modules/y` |']);
  });

  it('stand between their markers only', () => {
    const page = 'before\n<!-- outputs:begin -->\nold\n<!-- outputs:end -->\nafter\n';

    const filled = fill(page, 'outputs', outputsTable([{ kind: 'output', name: 'url', description: 'Address.' }]));

    expect(filled).toBe(
      'before\n<!-- outputs:begin -->\n| output | meaning |\n| --- | --- |\n| `url` | Address. |\n<!-- outputs:end -->\nafter\n',
    );
    expect(fill('no markers', 'outputs', 'x')).toBe('no markers');
    expect(() => fill('<!-- outputs:begin -->', 'outputs', 'x')).toThrow('do not come in pairs');
  });

  it('of the reference are what the source gives', () => {
    const page = read('docs/terraform.md');

    const fresh = fill(page, 'inputs', inputsTable(readBlocks(read('variables.tf'))));

    expect(page).toBe(fill(fresh, 'outputs', outputsTable(readBlocks(read('outputs.tf')))));
  });
});
