import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mutate, resolutionSources } from '../../model/mutated-sources.ts';
import { mutations } from '../../model/mutations.ts';
import { changeSyntax, type SyntaxChange } from '../../model/syntax-pattern.ts';

const sources = resolutionSources(join(import.meta.dirname, '../../..'));

describe('the mutations of the resolution', () => {
  it.each(mutations.map((mutation) => [mutation.safeguard, mutation] as const))(
    'have a place for "%s"',
    (_, mutation) => {
      const changed = mutate(sources, mutation);

      expect(changed.size).toBeGreaterThan(0);
      for (const [file, text] of changed) expect(text).not.toBe(sources.get(file));
    },
  );

  it('have names of their own', () => {
    expect(new Set(mutations.map(({ safeguard }) => safeguard)).size).toBe(mutations.length);
  });

  it('are refused by name where the sources have no such place', () => {
    expect(() => mutate(new Map(), mutations[0]!)).toThrow(
      '"the sweeper does an operation again" does not apply: Expected one place, found 0',
    );
  });
});

const changed = (source: string, change: SyntaxChange) => changeSyntax(new Map([['a.ts', source]]), change).text;

describe('a change that is named by syntax', () => {
  it('finds an expression in whatever way it is written', () => {
    const source = 'const x = (\n  a /* why */ ||\n  b.c(1_000)\n);';

    expect(changed(source, { find: 'a || b.c(1000)', put: 'b' })).toBe('const x = (\n  b\n);');
  });

  it('tells the file', () => {
    const sources = new Map(Object.entries({ 'a.ts': 'a();', 'b.ts': 'b();' }));

    expect(changeSyntax(sources, { find: 'b()', put: 'c()' })).toEqual({ file: 'b.ts', text: 'c();' });
  });

  it('puts the source of placeholders where they are named', () => {
    expect(
      changed('if (list.length > 0) send({ ...list }, 1);', {
        find: 'if ($list.length > 0) send($$values);',
        put: 'send($$values, $list);',
      }),
    ).toBe('send({ ...list }, 1, list);');
  });

  it('finds a name that is used twice only where both are equal', () => {
    const change = { find: '$a === $a', put: 'true' };

    expect(changed('f(x.y === x.y, x === y);', change)).toBe('f(true, x === y);');
  });

  it('finds neighbouring statements and those between them', () => {
    const source = 'function f() { a(); b(); c(); d(); }';

    expect(changed(source, { find: 'a(); $$between; d();', put: '$$between' })).toBe('function f() { b(); c(); }');
  });

  it('finds members of objects and lists, and removes them with their comma', () => {
    expect(changed('f({ a: 1, if: [x], b: 2 });', { find: 'if: [$x]', put: '' })).toBe('f({ a: 1,  b: 2 });');
    expect(changed('f([1, ...g(x), 2]);', { find: '...g($x)', put: '' })).toBe('f([1,  2]);');
    expect(changed('f(1, x);', { find: 'x', put: '' })).toBe('f(1, );');
  });

  it('leaves an empty statement where it removes one', () => {
    expect(changed('if (a) b();', { find: 'b();', put: '' })).toBe('if (a) ;');
  });

  it('tells a statement from its expression', () => {
    expect(() => changed('x = b();', { find: 'b();', put: '' })).toThrow('Expected one place, found 0: b();');
  });

  it('looks only within what it is told', () => {
    const source = 'class C { a() { x(); } b() { x(); } } const c = () => x();';

    expect(changed(source, { find: 'x()', put: 'y()', within: 'b' })).toContain('b() { y(); }');
    expect(changed(source, { find: 'x()', put: 'y()', within: 'c' })).toContain('c = () => y()');
  });

  it.each([
    ['no place', 'a();', 'Expected one place, found 0: b()'],
    ['several places', 'b(); b();', 'Expected one place, found 2 in a.ts, a.ts: b()'],
  ])('is refused with %s', (_, source, message) => {
    expect(() => changed(source, { find: 'b()', put: '' })).toThrow(message);
  });

  it('is refused when its code, or what comes of it, is no TypeScript', () => {
    expect(() => changed('a();', { find: 'a(', put: '' })).toThrow('This is not TypeScript: a(');
    expect(() => changed('a();', { find: 'a()', put: 'b(' })).toThrow(SyntaxError);
  });

  it('is refused when it puts what it has not found', () => {
    expect(() => changed('a();', { find: 'a()', put: '$b' })).toThrow('$b is no placeholder');
  });
});
