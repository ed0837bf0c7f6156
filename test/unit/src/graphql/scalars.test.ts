import { describe, expect, it } from '@jest/globals';
import { type GraphQLScalarType, parseConstValue } from 'graphql';
import { AnyScalar } from '../../../../src/graphql/scalars/any.ts';
import { DateScalar } from '../../../../src/graphql/scalars/date.ts';
import { HitsScalar } from '../../../../src/graphql/scalars/hits.ts';
import { MapScalar } from '../../../../src/graphql/scalars/map.ts';
import { StringMapScalar } from '../../../../src/graphql/scalars/string-map.ts';
import { TimeScalar } from '../../../../src/graphql/scalars/time.ts';

const literal = (scalar: GraphQLScalarType, text: string) => scalar.coerceInputLiteral?.(parseConstValue(text));
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('Any', () => {
  it.each([[null], ['x'], [1.5], [true], [[1, [null]]], [{ a: { b: [] } }]])('takes and answers %j', (value) => {
    expect(AnyScalar.coerceInputValue(value)).toEqual(value);
    expect(AnyScalar.coerceOutputValue(value)).toEqual(value);
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1n], [() => 1], [Symbol('x')], [new Date(0)], [new Map()]])(
    'refuses what JSON has no form for: %p',
    (value) => {
      expect(() => AnyScalar.coerceOutputValue(value)).toThrow('Any cannot represent');
      expect(() => AnyScalar.coerceInputValue([{ a: value }])).toThrow('Any cannot represent');
    },
  );

  it('makes ordinary objects of those without a prototype', () => {
    const value = Object.assign(Object.create(null), { a: 1 });

    expect(Object.getPrototypeOf(AnyScalar.coerceInputValue(value))).toBe(Object.prototype);
  });

  it('reads literals of a query', () => {
    expect(literal(AnyScalar, '{a: [1, -2.5, "x", true, null, {b: {}}]}')).toEqual({
      a: [1, -2.5, 'x', true, null, { b: {} }],
    });
  });

  it.each([
    ['RED', 'an enum value'],
    ['[12345678901234567890]', 'exactly'],
    ['{__proto__: 1}', '__proto__'],
  ])('refuses the literal %s', (text, message) => {
    expect(() => literal(AnyScalar, text)).toThrow(message);
  });

  it('bounds how deep values nest', () => {
    expect(AnyScalar.coerceInputValue(deep(60))).toEqual(deep(60));
    expect(() => AnyScalar.coerceInputValue(deep(100))).toThrow('levels deep');
  });

  it('refuses a field that would replace a prototype', () => {
    expect(() => AnyScalar.coerceInputValue(JSON.parse('{"a": {"__proto__": {"x": 1}}}'))).toThrow('__proto__');
  });

  it('keeps fields that are named like members of every object', () => {
    expect(AnyScalar.coerceInputValue({ constructor: 1, toString: 'x' })).toEqual({ constructor: 1, toString: 'x' });
  });
});

describe('Map and StringMap', () => {
  it('take objects', () => {
    expect(MapScalar.coerceInputValue({ a: [1] })).toEqual({ a: [1] });
    expect(literal(StringMapScalar, '{a: "x"}')).toEqual({ a: 'x' });
  });

  it.each([[[]], ['x'], [1], [null], [undefined]])('refuse %j', (value) => {
    expect(() => MapScalar.coerceInputValue(value)).toThrow('Map cannot represent');
    expect(() => StringMapScalar.coerceOutputValue(value)).toThrow('StringMap cannot represent');
  });

  it.each([[1], [null], [{}]])('StringMap refuses a value that is %j', (value) => {
    expect(() => StringMapScalar.coerceInputValue({ name: value })).toThrow('the value of "name"');
  });
});

describe('Time', () => {
  it.each([
    ['2024-02-29T12:00:00Z'],
    ['2024-02-29t12:00:00.123456789z'],
    ['2024-02-29 23:59:59+05:30'],
    ['0000-01-01T00:00:00-23:59'],
    ['2024-02-29T12:00:00'],
    ['2024-02-29T12:00:00.5'],
  ])('takes %s and keeps it as it is', (text) => {
    expect(TimeScalar.coerceInputValue(text)).toBe(text);
    expect(TimeScalar.coerceOutputValue(text)).toBe(text);
    expect(literal(TimeScalar, JSON.stringify(text))).toBe(text);
  });

  it.each([
    ['2023-02-29T12:00:00Z'],
    ['2024-13-01T12:00:00Z'],
    ['2024-00-01T12:00:00Z'],
    ['2024-01-00T12:00:00Z'],
    ['2024-01-01T24:00:00Z'],
    ['2024-01-01T12:60:00Z'],
    ['2024-01-01T12:00:60Z'],
    ['2024-01-01T12:00:00+24:00'],
    ['2024-01-01T12:00:00+0100'],
    ['2024-01-01T12:00Z'],
    ['2024-01-01'],
    ['2024-01-01T12:00:00Z\n'],
    [''],
    [1_700_000_000],
    [null],
    [new Date(0)],
  ])('refuses %j', (value) => {
    expect(() => TimeScalar.coerceInputValue(value)).toThrow('Time cannot represent');
  });

  it('refuses literals that are no text', () => {
    expect(() => literal(TimeScalar, '2024')).toThrow('Time cannot represent');
  });
});

describe('Date', () => {
  it.each([['2024-02-29'], ['2000-02-29'], ['0001-12-31']])('takes %s', (text) => {
    expect(DateScalar.coerceInputValue(text)).toBe(text);
    expect(literal(DateScalar, JSON.stringify(text))).toBe(text);
  });

  it.each([
    ['1900-02-29'],
    ['2024-04-31'],
    ['2024-1-1'],
    ['24-01-01'],
    ['2024-01-01T00:00:00Z'],
    [' 2024-01-01'],
    [20240101],
  ])('refuses %j', (value) => {
    expect(() => DateScalar.coerceInputValue(value)).toThrow('Date cannot represent');
  });
});

describe('Hits', () => {
  it('leaves the service as it is and is never an input', () => {
    const hits = { r: ['RULE'] };

    expect(HitsScalar.coerceOutputValue(hits)).toBe(hits);
    expect(() => HitsScalar.coerceInputValue(hits)).toThrow('Hits is never an input');
    expect(() => literal(HitsScalar, '{}')).toThrow('Hits is never an input');
  });
});
