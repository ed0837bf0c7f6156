import { describe, expect, it } from '@jest/globals';
import { compileAllowList } from '../../../../../src/runtime/callers/address.ts';

const allows = (entries: string[], caller: string) => compileAllowList(entries).allowList.allows(caller);
const problemsOf = (entries: string[]) => compileAllowList(entries).problems;

describe('compileAllowList', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.77/24', '203.0.113.1', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '8.8.8.8', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['2001:db8::1/128', '2001:db8::2', false],
  ])('%s and the caller %s: %s', (entry, caller, expected) => {
    expect(allows([entry], caller)).toBe(expected);
  });

  it.each(['::ffff:203.0.113.7', '::ffff:cb00:7107', '::FFFF:203.0.113.7', '0:0:0:0:0:ffff:cb00:7107'])(
    'compares the IPv4 caller %s unmapped',
    (caller) => {
      expect(allows(['203.0.113.0/24'], caller)).toBe(true);
      expect(allows(['198.51.100.0/24'], caller)).toBe(false);
      expect(allows(['::/0'], caller)).toBe(false);
    },
  );

  it('allows a caller that is in any of several ranges', () => {
    const entries = ['198.51.100.1', '2001:db8::/32', '203.0.113.0/24'];

    expect(allows(entries, '203.0.113.9')).toBe(true);
    expect(allows(entries, '2001:db8::9')).toBe(true);
    expect(allows(entries, '192.0.2.1')).toBe(false);
  });

  it.each([
    '',
    'unknown',
    '203.0.113',
    '0313.0.113.7',
    '203.0.113.007',
    '0xcb007107',
    '3405803783',
    '203.0.113.7, 8.8.8.8',
  ])('lets a caller whose address reads %j through no list', (caller) => {
    expect(allows(['0.0.0.0/0', '::/0'], caller)).toBe(false);
  });

  it.each([
    '010.0.0.1',
    '10.0.0.01/8',
    '0x0a.0.0.1',
    '10.1',
    '167772161',
    '256.0.0.1',
    ' 10.0.0.1',
    '10.0.0.1 ',
    'example.com',
    '',
    '/24',
    '2001:db8:::1',
    '10.0.0.1-10.0.0.9',
  ])('refuses %j as no address', (entry) => {
    expect(problemsOf([entry])).toEqual([expect.stringContaining('neither an IP address nor a CIDR block')]);
  });

  it.each(['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:10.0.0.0/104', '64:ff9b::10.0.0.1'])(
    'refuses %j as IPv4 inside IPv6',
    (entry) => {
      expect(problemsOf([entry])).toEqual([expect.stringContaining('write it as IPv4')]);
    },
  );

  it.each(['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/8/8', '2001:db8::/129', '10.0.0.0/1e1'])(
    'refuses the prefix length of %j',
    (entry) => {
      expect(problemsOf([entry])).toEqual([expect.stringContaining('prefix length')]);
    },
  );

  it('refuses an address with a zone', () => {
    expect(problemsOf(['fe80::1%eth0'])).toEqual([expect.stringContaining('zone')]);
  });

  it('says which entries are wrong, all at once', () => {
    expect(problemsOf(['10.0.0.1', 'x', '10.0.0.0/40'])).toEqual([
      expect.stringContaining('"x" at index 1'),
      expect.stringContaining('"10.0.0.0/40" at index 2'),
    ]);
  });
});
