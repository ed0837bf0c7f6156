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

describe('the deletion guard', () => {
  it('depends on every other module, so that a destroy meets it first', () => {
    const dependencies = Array.from(
      /depends_on = \[([^\]]*)\]/.exec(calls.get('deletion_guard')!)![1]!.matchAll(/module\.([a-z_]+)/g),
      ([, name]) => name,
    );
    const others = [...calls.keys()].filter((name) => name !== 'deletion_guard' && !withoutResources.includes(name));

    expect(dependencies).toEqual(others.sort());
  });

  it('has no resource beside it', () => {
    expect(main).not.toMatch(/^resource /m);
  });
});
