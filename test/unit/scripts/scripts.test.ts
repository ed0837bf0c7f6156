import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { requestPrices } from '../../../bench/costs/tables.ts';
import { type Bundle, bundle } from '../../../scripts/bundle.ts';
import { costTables, filledPage, readCosts } from '../../../scripts/costs.ts';
import {
  fill,
  inputsTable,
  longTypes,
  outputsTable,
  requirementsTable,
  resourcesTable,
} from '../../../scripts/docs-tables.ts';
import { attributeTable } from '../../../scripts/reference/attribute-table.ts';
import { code, jsonText, tableRow } from '../../../scripts/reference/markdown.ts';
import { referencePages } from '../../../scripts/reference/pages.ts';
import { chartOf } from '../../../scripts/room-diagram.ts';
import { readBlocks } from '../../../scripts/terraform-blocks.ts';
import { zip } from '../../../scripts/zip.ts';
import { lintCodes } from '../../../src/rules/lint/registry.ts';
import { defaultRegistries } from '../../../src/rules/registries.ts';
import { createTelemetry } from '../../../src/runtime/lambda.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const directory = temporaryDirectory();
const temporaryFolder = () => mkdtemp(directory.path('folder-'));

/** Bundles a function of these sources, as if it were called `api`. */
async function bundleOf(sources: Readonly<Record<string, string>>): Promise<Bundle> {
  const root = await temporaryFolder();
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...sources })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return bundle('api', root);
}

/** Unpacks the bundle and calls its handler in a process of its own: what it answers, and whether undici was loaded. */
async function run({ files }: Bundle): Promise<unknown> {
  const folder = await temporaryFolder();
  for (const { path, content } of files) await writeFile(join(folder, path), content);
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
    console.log(JSON.stringify([await handler(), process.moduleLoadList.some((name) => /undici/.test(name))]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

describe('bundle', () => {
  it('takes modules of Node without loading what lies behind their exports', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { Agent } from 'node:http';
        import { join } from 'node:path';
        export const handler = async () => [
          new Agent({ maxSockets: 3 }).maxSockets,
          join('a', 'b'),
          typeof (await import('node:os')).cpus,
          new (await import('node:http')).Agent({ maxSockets: 4 }).maxSockets,
        ];`,
    });

    expect(await run(built)).toEqual([[3, 'a/b', 'function', 4], false]);
  });

  it('runs CommonJS packages that require others', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { joined } from 'words'; export const handler = async () => joined('a', 'b');`,
      'node_modules/words/package.json': '{"name":"words","main":"index.js"}',
      'node_modules/words/index.js': `exports.joined = (...parts) => require('path').join(...parts);`,
    });

    expect(await run(built)).toEqual(['a/b', false]);
  });

  it('gives one file, and the same bytes wherever the checkout lies', async () => {
    const sources = {
      'functions/api/handler.ts': `import { sep } from 'node:path'; export const handler = () => sep;`,
    };

    const [first, second] = [await bundleOf(sources), await bundleOf(sources)];

    expect(first.files.map(({ path }) => path)).toEqual(['handler.mjs']);
    expect(second.files).toEqual(first.files);
  });
});

const page = read('docs/costs.md');

describe('the page of costs', () => {
  const { counts, prices } = readCosts();

  it('is what counts and prices give', () => {
    expect(filledPage(page, counts, prices)).toBe(page);
  });

  it('has a place for every table', () => {
    for (const name of costTables(counts, prices).keys()) expect(page).toContain(`<!-- ${name}:begin -->`);
  });

  it('follows a price', () => {
    const dearer = { ...prices, dynamodb: { ...prices.dynamodb, writeMillion: 10 } };

    expect(filledPage(page, counts, dearer)).not.toBe(page);
  });

  it('multiplies units with prices and adds what a request needs besides', () => {
    const [, , submit] = requestPrices(counts, prices).split('\n');
    const cells = submit!.split('|').map((cell) => cell.trim());
    const { writeUnits, readUnits } = counts.operations["people's rules, submit: new, 6 blocking keys"]!;
    const [dynamo, api, authorizer, gateway, logs, sum] = cells.slice(4, 10).map(Number);

    expect(dynamo).toBeCloseTo(writeUnits * 0.625 + readUnits * 0.125, 2);
    expect(gateway).toBe(1);
    expect(sum).toBeCloseTo(dynamo! + api! + authorizer! + gateway! + logs!, 1);
  });

  it('counts what a deployment logs of a submit: the request, and its metrics', () => {
    const lines: string[] = [];
    const environment = { METRICS_SERVICE: 'crm' };
    const { begin, meter, log, publish } = createTelemetry('api', environment, (line) => lines.push(`${line}\n`));
    begin({ requestId: 'JKJaXmPLvHcESHA=', functionRequestId: '8f507cfc-3d29-4697-b07a-ac58fc914c95' });
    meter.record('Records', 1, 'CREATED');
    meter.record('SubmitCandidates', 0);
    meter.record('RequestDuration', 1.5, 'submit');
    log.info('request', { fields: ['submit'], status: 200, milliseconds: 1.5, answerLength: 40 });
    publish();

    expect(counts.functions.submit.logBytes).toBeGreaterThanOrEqual(Buffer.byteLength(lines.join('')));
  });

  it('says so when an operation was not counted', () => {
    expect(() => requestPrices({ ...counts, operations: {} }, prices)).toThrow('npm run costs -- --measure');
  });
});

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
    const resources = {
      y: 'resource "aws_b" "this" {\n}\nresource "aws_a" "this" {\n}\n',
      x: 'resource "aws_a" "other" {',
    };

    expect(requirementsTable(versions).split('\n').slice(2)).toEqual([
      '| terraform | `>= 1.9` |',
      '| aws (hashicorp/aws) | `>= 5.100` |',
    ]);
    expect(
      resourcesTable(new Map(Object.entries(resources)))
        .split('\n')
        .slice(2),
    ).toEqual(['| `modules/x` | `aws_a` |', '| `modules/y` | `aws_a`, `aws_b` |']);
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

describe('the reference', () => {
  it.each(Object.entries(defaultRegistries))(
    'has a section with examples for every type of %s',
    (name, definitions) => {
      const page = referencePages().get(`${name}.md`)!;

      for (const { type, summary } of definitions.values()) {
        const [, section] = page.split(`\n## ${type}\n`);
        expect(section?.trimStart().startsWith(summary)).toBe(true);
        expect(section!.split('\n## ')[0]).toMatch(/\| (?:output by pin|verdict|tokens)/);
      }
    },
  );

  it('has a section for every lint code', () => {
    const page = referencePages().get('lint-codes.md')!;

    expect([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name)).toEqual(lintCodes.map(({ code }) => code));
  });
});

describe('attributeTable', () => {
  it('says name, type, default and meaning, also of what is inside of lists and objects', () => {
    const attributes = z.object({
      path: z.string().describe('Where.'),
      size: z.int().min(1).max(9).default(3).describe('How many.'),
      kind: z.enum(['a', 'b']).optional().describe('Which.'),
      items: z.array(z.object({ weight: z.number().min(0).describe('How much.') })).describe('What.'),
      limits: z
        .record(z.string(), z.object({ most: z.number().describe('At most.') }))
        .default({})
        .describe('Bounds.'),
    });

    expect(attributeTable(attributes).split('\n').slice(2)).toEqual([
      '| `path` | text | required | Where. |',
      '| `size` | whole number, 1 to 9 | `3` | How many. |',
      '| `kind` | one of `a`, `b` | none | Which. |',
      '| `items` | list of object | required | What. |',
      '| `items[].weight` | number, 0 or more | required | How much. |',
      '| `limits` | object of object | `{}` | Bounds. |',
      '| `limits.*.most` | number | required | At most. |',
    ]);
  });

  it('says so when there are none', () => {
    expect(attributeTable(z.object({}))).toBe('No attributes.');
  });
});

describe('Markdown', () => {
  it('keeps what would end a cell or a span of code', () => {
    expect(tableRow(['a|b', 'c\nd'])).toBe('| a\\|b | c d |');
    expect(code('a`b')).toBe('``a`b``');
    expect(code('`')).toBe('`` ` ``');
  });

  it('writes JSON on one line with spaces', () => {
    expect(jsonText({ a: [1, 'x'], b: {} })).toBe('{ "a": [1, "x"], "b": {} }');
  });
});

describe('the diagram of the rooms', () => {
  it('leaves out an arrow that other arrows imply', () => {
    const chart = chartOf(
      new Map([
        ['apps', new Set(['store', 'rules'])],
        ['rules', new Set(['store'])],
        ['store', new Set<string>()],
      ]),
    );

    expect(chart.split('\n').slice(2, -1)).toEqual(['  apps --> rules', '  rules --> store']);
  });
});

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });

describe('zip', () => {
  it('keeps every file', () => {
    const archive = zip([file('b.txt', 'two'), file('a/a.txt', 'one')]);

    const unpacked = unzipSync(archive);
    expect(Object.keys(unpacked)).toEqual(['a/a.txt', 'b.txt']);
    expect(Buffer.from(unpacked['b.txt']!).toString()).toBe('two');
  });

  it('gives the same bytes whatever the order of the files and the time of the day', () => {
    const one = zip([file('b', 'two'), file('a', 'one')]);
    const other = zip([file('a', 'one'), file('b', 'two')]);

    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  it('gives the bytes it always gave', () => {
    const archive = zip([file('handler.mjs', 'export const handler = () => 1;\n'.repeat(100))]);

    expect(createHash('sha256').update(archive).digest('hex')).toBe(
      'e411b3a52ea5099896299132c0be5b8c528fc7bcd3c7c252120861bfe9595ada',
    );
  });

  it('refuses two files of one path', () => {
    expect(() => zip([file('a', '1'), file('a', '2')])).toThrow('same path');
  });
});
