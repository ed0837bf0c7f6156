import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromWire, toWire } from '../../../../../../functions/core/store/dynamodb/wire.ts';

const name = fc
  .oneof(fc.constantFrom('B', 'BS', 'S', 'M', 'a"B"', '"BS":'), fc.string())
  .filter((it) => it !== '__proto__');
const attribute = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ S: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"B":"AA=="', 'B', 'BS')) }),
    fc.record({ N: fc.integer().map(String) }),
    fc.record({ BOOL: fc.boolean() }),
    fc.record({ B: fc.uint8Array() }),
    fc.record({ BS: fc.array(fc.uint8Array(), { minLength: 1, maxLength: 3 }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }) }),
  ),
})).value;
const items = fc.dictionary(name, attribute, { noNullPrototype: true });

/** Bytes are compared as what they hold. */
const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

describe('the wire format of DynamoDB', () => {
  it('brings every item through, bytes where there are bytes, whatever attributes are called', () => {
    fc.assert(
      fc.property(items, (Item) => {
        const read = fromWire(toWire({ Item }).toString());

        expect(plain(read)).toEqual(plain({ Item }));
      }),
    );
  });

  it('writes bytes as Base64, of a Buffer as well, and nothing that is undefined', () => {
    const part = Buffer.from('xxhaxx').subarray(2, 4);

    const written = toWire({ Key: { a: { B: part }, b: { BS: [Uint8Array.of(255)] } }, Limit: undefined });

    expect(written.toString()).toBe('{"Key":{"a":{"B":"aGE="},"b":{"BS":["/w=="]}}}');
  });

  it.each(['', '{', '<html>', 'null', '[]', '"text"', '7'])('refuses %j, which is no object', (body) => {
    expect(() => fromWire(body)).toThrow(SyntaxError);
  });
});
