import { describe, expect, it } from '@jest/globals';
import { documentName, parseLocation } from '../../../../../src/runtime/configuration/location.ts';

const sha256 = '9f'.repeat(32);

describe('parseLocation', () => {
  it('takes what has no scheme for a path', () => {
    expect(parseLocation('/etc/rule-config.json')).toEqual({ kind: 'file', path: '/etc/rule-config.json' });
  });

  it('reads table, name and hash', () => {
    expect(parseLocation(`dynamodb://crm-configuration/rule-config/${sha256}`)).toEqual({
      kind: 'table',
      tableName: 'crm-configuration',
      name: 'rule-config',
      sha256,
    });
  });

  it.each(['dynamodb://', 'dynamodb://crm/rule-config', `dynamodb://crm/rule-config/${sha256}0`, 'dynamodb://crm//x'])(
    'refuses %s',
    (location) => {
      expect(() => parseLocation(location)).toThrow('no place of a document');
    },
  );
});

describe('documentName', () => {
  it.each([
    ['/etc/rule-config.json', 'rule-config.json'],
    [`dynamodb://crm-configuration/schema/${sha256}`, 'schema'],
    ['dynamodb://', 'dynamodb://'],
  ])('of %s is %s', (location, name) => {
    expect(documentName(location)).toBe(name);
  });
});
