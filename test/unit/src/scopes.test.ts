import { describe, expect, it } from '@jest/globals';
import { scopesOf, serviceIdentifierPattern } from '../../../src/scopes.ts';

describe('scopesOf', () => {
  it('names every scope of the service once, under its prefix', () => {
    expect([...scopesOf('svc').all].sort()).toEqual([
      'svc/mutation.disassemble',
      'svc/mutation.removeConnectionBan',
      'svc/mutation.review',
      'svc/mutation.rules',
      'svc/mutation.submit',
      'svc/query.entity',
      'svc/query.metrics',
      'svc/query.review',
      'svc/query.rules',
      'svc/query.search',
    ]);
  });

  it('says which scope an operation needs', () => {
    const { of } = scopesOf('people');

    expect(of.search).toBe('people/query.search');
    expect(of.explain).toBe(of.entity);
    expect(of.entityByRecord).toBe(of.entity);
    expect(of.submitWithPreview).toBe('people/mutation.submit');
  });
});

describe('serviceIdentifierPattern', () => {
  it.each(['svc', 'entity-data', 'a.b_c'])('takes %s', (identifier) => {
    expect(serviceIdentifierPattern.test(identifier)).toBe(true);
  });

  it.each(['', 'a/b', 'a b', '-a', '1a', 'a'.repeat(65)])('refuses %j', (identifier) => {
    expect(serviceIdentifierPattern.test(identifier)).toBe(false);
  });
});
