import { describe, expect, it } from '@jest/globals';
import { contradictionsOf } from '../../../../../../src/rules/learning/labels/contradictions.ts';

const same = (a: string, b: string) => ({ a, b, same: true });
const different = (a: string, b: string) => ({ a, b, same: false });

describe('contradictionsOf', () => {
  it('finds none in answers that can all be right', () => {
    expect(contradictionsOf([same('1', '2'), same('2', '3'), different('1', '4')])).toEqual([]);
  });

  it('shows the shortest chain of the same between two that are different', () => {
    const answers = [same('1', '2'), same('2', '3'), same('3', '4'), same('2', '4'), different('4', '1')];
    expect(contradictionsOf(answers)).toEqual([{ a: '4', b: '1', chain: ['4', '2', '1'] }]);
  });

  it('finds a chain whatever the order of the answers', () => {
    expect(contradictionsOf([different('1', '3'), same('3', '2'), same('1', '2')])).toHaveLength(1);
  });
});
