import { describe, expect, it } from '@jest/globals';
import { chartOf } from '../../../scripts/room-diagram.ts';

describe('the diagram of the rooms', () => {
  it('leaves out an arrow that other arrows imply', () => {
    const chart = chartOf(
      new Map([
        ['apps', new Set(['store', 'rules'])],
        ['rules', new Set(['store'])],
        ['store', new Set<string>()],
      ]),
    );

    expect(chart.split('\n').slice(2, -1)).toEqual(['  apps --> rules', '  rules --> store']);
  });
});
