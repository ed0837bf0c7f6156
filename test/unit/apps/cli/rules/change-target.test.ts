import { describe, expect, it } from '@jest/globals';
import { changeTarget } from '../../../../../apps/cli/rules/change-target.ts';
import { documentName } from '../../../../../src/entities/rule-versions/documents.ts';
import { heldChange, steadyChange } from './rule-change.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

describe('what a change goes on to', () => {
  it.each([
    ['the rules of the held change', heldChange, A, B],
    ['the rules of the held change, whatever waits for it', { ...heldChange, waiting: C }, C, B],
    [
      'rules that wait for their owner',
      { ...steadyChange, state: 'HELD' as const, waiting: B, from: C, to: A },
      undefined,
      B,
    ],
    ['deployed rules', steadyChange, B, B],
    ['the rules in force, with the keys of another release', { ...heldChange, to: A }, A, A],
    ['the held change for a caller who may not read metrics', heldChange, undefined, B],
  ])('is %s', (_what, change, deployed, expected) => {
    expect(changeTarget(change, deployed)).toBe(expected);
  });

  it.each([
    ['while nothing waits', steadyChange, A],
    ['after the last change is done', { ...steadyChange, from: B, to: A }, A],
  ])('is refused %s', (_what, change, deployed) => {
    expect(() => changeTarget(change, deployed)).toThrow('no change of the rules waits to go on');
  });

  it('is the file that was named', () => {
    expect(changeTarget({ ...heldChange, to: documentName('{}') }, A, '{}')).toBe(documentName('{}'));
  });

  it('is refused for a file that the change does not lead to', () => {
    expect(() => changeTarget(heldChange, A, '{}')).toThrow(
      'the change of the rules leads to bbbbbbbbbbbb…, and the file is',
    );
    expect(() => changeTarget(steadyChange, A, '{}')).toThrow('no change of the rules to 44136fa355b3… is under way');
  });

  it('is refused for a file whose rules are in force', () => {
    expect(() => changeTarget({ ...heldChange, inForce: documentName('{}') }, A, '{}')).toThrow('in force already');
  });
});
