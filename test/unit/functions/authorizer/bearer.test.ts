import { describe, expect, it } from '@jest/globals';
import { tokenIn } from '../../../../functions/authorizer/bearer.ts';

describe('tokenIn', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer    abc', ' Bearer abc  '])(
    'finds the token in %j',
    (header) => {
      expect(tokenIn(header)).toEqual({ token: 'abc' });
    },
  );

  it.each([undefined, '', '   ', 'abc', 'Bearer', 'Bearer ', 'Basic abc', 'Bearerabc', 'Bearer\tabc', 'Token abc'])(
    'finds none in %j',
    (header) => {
      expect(tokenIn(header)).toBe('TOKEN_MISSING');
    },
  );

  it.each(['Bearer abc def', 'Bearer a, Bearer b'])('takes no two for one: %j', (header) => {
    expect(tokenIn(header)).toBe('TOKEN_MALFORMED');
  });

  it('refuses a header beyond what the gateway takes before looking into it', () => {
    expect(tokenIn(`Bearer ${'a'.repeat(10_240)}`)).toBe('TOKEN_TOO_LARGE');
    expect(tokenIn(' '.repeat(10_000_000).concat('x'))).toBe('TOKEN_TOO_LARGE');
  });
});
