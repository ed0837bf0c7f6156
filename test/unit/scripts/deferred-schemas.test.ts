import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import fc from 'fast-check';
import type * as z from 'zod';
import { defaultRegistries } from '../../../functions/core/matching/registries.ts';
import type { DeferredSchema } from '../../../functions/core/ruleconfig/deferred-schema.ts';
import * as documentSchemas from '../../../functions/core/ruleconfig/document-schema.ts';
import { deferredSchemas } from '../../../scripts/deferred-schemas.ts';

const root = join(import.meta.dirname, '..', '..', '..');

interface Definition {
  readonly attributes: unknown;
  readonly examples?: readonly { readonly attributes: unknown }[];
}
type Registries = Readonly<Record<string, ReadonlyMap<string, Definition>>>;

/** Every schema of rule-configs by its name. */
function schemasOf<Schema>(registries: Registries, document: object): Map<string, Schema> {
  return new Map<string, Schema>([
    ...Object.entries(document)
      .filter(([, value]) => typeof value?.safeParse === 'function')
      .map(([name, schema]): [string, Schema] => [name, schema]),
    ...Object.entries(registries).flatMap(([list, types]) =>
      [...types].map(([type, { attributes }]): [string, Schema] => [`${list} ${type}`, attributes as Schema]),
    ),
  ]);
}

async function importBuilt(contents: string): Promise<Record<string, never>> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire('file:///bundle.mjs');` },
    plugins: [deferredSchemas(root)],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`);
}

const made = schemasOf<z.ZodType>(defaultRegistries as unknown as Registries, documentSchemas);
let deferred: Map<string, DeferredSchema>;
beforeAll(async () => {
  const built = await importBuilt(`
    export { defaultRegistries } from './functions/core/matching/registries.ts';
    export * as documentSchemas from './functions/core/ruleconfig/document-schema.ts';`);
  deferred = schemasOf(built['defaultRegistries']!, built['documentSchemas']!);
});

const sampleDocuments = ['people', 'complete', 'rule-configs/companies', 'rule-configs/products'].map((example) =>
  JSON.parse(readFileSync(join(root, 'examples', example, 'rule-config.json'), 'utf8')),
);

/** What the schemas judge of good documents: attributes by `<list> <type>`, and whole parts. */
const goodValues: [string, unknown][] = [
  ...sampleDocuments.flatMap((document) =>
    ['transformers', 'comparers', 'tokenizers', 'matchers'].flatMap((list) =>
      (document[list] ?? []).map((part: { type: string; attributes?: unknown }): [string, unknown] => [
        `${list} ${part.type}`,
        part.attributes ?? {},
      ]),
    ),
  ),
  ...Object.entries(defaultRegistries as unknown as Registries).flatMap(([list, types]) =>
    [...types].flatMap(([type, { examples = [] }]) =>
      examples.map(({ attributes }): [string, unknown] => [`${list} ${type}`, attributes]),
    ),
  ),
  ...sampleDocuments.flatMap((document) => [
    ...document.transformers.map((part: unknown): [string, unknown] => ['transformerEnvelope', part]),
    ...document.matchers.map((part: unknown): [string, unknown] => ['partEnvelope', part]),
    ...document.resolvers.map((part: unknown): [string, unknown] => ['resolverSchema', part]),
    ...document.rules.map((part: unknown): [string, unknown] => ['ruleSchema', part]),
    ...document.ruleSets.map((part: unknown): [string, unknown] => ['ruleSetSchema', part]),
    ...Object.values(document.mutationRuleSetGroups).map((group): [string, unknown] => ['mutationGroupSchema', group]),
  ]),
  ['scoresSchema', { consistency: [{ resolverID: 'email' }, { resolverID: 'born', weight: 0.5, type: 'date' }] }],
  ['consistencyScoreSchema', { resolverID: 'email' }],
  ['referenceListSchema', { id: 'names', meta: { header: [{ type: 'text' }] }, rows: [['bob', 'robert']] }],
  ['ruleAttributesSchema', { score: 0.5, disableIndexMatcherIDs: null }],
  ['ruleSetReference', 'common'],
];

/** Text of a value like this one, with something changed, added or taken away in one place. */
function alike(value: unknown): fc.Arbitrary<string> {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(null, '', 'x', '5%', 'text', 0, 1, 2, -1, 0.5, 1e21, true, [], ['x'], ['x', 'y'], {}),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const copy = (): unknown => JSON.parse(JSON.stringify(value));
  const holders = (at: unknown): Record<string, unknown>[] =>
    typeof at === 'object' && at !== null ? [at as Record<string, unknown>, ...Object.values(at).flatMap(holders)] : [];
  const keys = fc.oneof(fc.constantFrom('constructor', '__proto__', 'x'), fc.nat(20));
  return fc.oneof(
    { weight: 1, arbitrary: junk.map((other) => JSON.stringify(other)) },
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(20), keys, junk, fc.boolean()).map(([place, key, change, takeAway]) => {
        const document = copy();
        const all = holders(document);
        const holder = all[place % Math.max(1, all.length)];
        if (holder === undefined) return JSON.stringify(change);
        const own = Object.keys(holder);
        const name = typeof key === 'string' ? key : (own[key % Math.max(1, own.length)] ?? 'x');
        if (takeAway) delete holder[name];
        else
          Object.defineProperty(holder, name, { value: change, enumerable: true, configurable: true, writable: true });
        return JSON.stringify(document);
      }),
    },
  );
}

describe('the schemas of rule-configs in a bundle', () => {
  it('are the same as without', () => {
    expect([...deferred.keys()]).toEqual([...made.keys()]);
    expect(made.size).toBeGreaterThan(40);
  });

  it('know good values without zod, and read them as zod does', () => {
    for (const [name, value] of goodValues) {
      const read = deferred.get(name)!.read(value);
      expect([name, value, JSON.stringify(read)]).toEqual([name, value, JSON.stringify(made.get(name)!.parse(value))]);
    }
  });

  it('read no value that zod refuses, and none otherwise than zod', () => {
    const samples = new Map(goodValues);
    const names = [...made.keys()];

    fc.assert(
      fc.property(
        fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), alike(samples.get(name) ?? {}))),
        ([name, text]) => {
          const value: unknown = JSON.parse(text);
          const read = deferred.get(name)!.read(value);
          if (typeof read === 'symbol') return;
          const { success, data } = made.get(name)!.safeParse(value);
          expect([name, JSON.stringify(read)]).toEqual([name, success ? JSON.stringify(data) : 'refused']);
          expect(read).toEqual(data);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('say of a value that they refuse what zod says', () => {
    for (const [name, schema] of made) {
      const [found, expected] = [deferred.get(name)!.safeParse(7), schema.safeParse(7)];
      expect([name, found.success, String(found.error)]).toEqual([name, expected.success, String(expected.error)]);
    }
  });

  it('ask zod for whatever else a schema has', async () => {
    const { object, shape, even, json } = await importBuilt(`
      import * as z from 'zod';
      const schema = z.object({ a: z.number().int().refine((n) => n % 2 === 0), b: z.string().optional() });
      export const object = [schema.safeParse({ a: 2 }), schema.safeParse({ a: 3 }).success];
      export const shape = Object.keys(schema.shape);
      export const even = z.number().multipleOf(2).safeParse(3).success;
      export const json = z.toJSONSchema(z.array(z.string().max(3)), {});`);

    expect(object).toEqual([{ success: true, data: { a: 2 } }, false]);
    expect(shape).toEqual(['a', 'b']);
    expect(even).toBe(false);
    expect(json).toMatchObject({ type: 'array', items: { type: 'string', maxLength: 3 } });
  });

  it('are refused by the build when they need of zod what the stand-in does not have', async () => {
    await expect(importBuilt(`import * as z from 'zod'; export const schema = z.bigint();`)).rejects.toThrow(/bigint/);
  });
});
