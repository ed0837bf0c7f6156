import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const main = readFileSync(join(import.meta.dirname, '../../../main.tf'), 'utf8');

/** The calls of modules by their names. */
const calls = new Map(
  Array.from(main.matchAll(/^module "([a-z_]+)" \{\n([\s\S]*?)^\}/gm), ([, name, body]) => [name!, body!]),
);

/** It computes, and creates nothing. */
const withoutResources = ['allow_list'];

const dependenciesOf = (name: string) =>
  Array.from(
    /depends_on = \[([^\]]*)\]/.exec(calls.get(name)!)![1]!.matchAll(/module\.([a-z_]+)/g),
    ([, dependency]) => dependency,
  );

describe('the deletion guard', () => {
  it('depends on every other module, so that a destroy meets it first', () => {
    const dependencies = dependenciesOf('deletion_guard');
    const others = [...calls.keys()].filter((name) => name !== 'deletion_guard' && !withoutResources.includes(name));

    expect(dependencies).toEqual(others.sort());
  });

  it('has one of its kind for each part whose count an input sets to 0', () => {
    expect(dependenciesOf('identity_guard')).toEqual(['identity']);
    expect(dependenciesOf('ingest_guard')).toEqual(['ingest', 'ingest_function']);
    for (const part of ['identity', 'ingest']) {
      const count = /^ +count += (.*)$/m.exec(calls.get(part)!)?.[1];
      expect(calls.get(`${part}_guard`)).toMatch(new RegExp(`^ +count += ${count!.replaceAll(/[.?]/g, '\\$&')}$`, 'm'));
    }
  });

  it('has no resource beside it', () => {
    expect(main).not.toMatch(/^resource /m);
  });
});
