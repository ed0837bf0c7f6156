import { describe, expect, it } from '@jest/globals';
import { ServerClock } from '../../../../../../functions/core/store/dynamodb/server-clock.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const at = (milliseconds: number) => new Date(milliseconds).toUTCString();

describe('the clock to sign by', () => {
  it.each([
    ['right', 0],
    ['a minute slow', 60_000],
    ['almost four minutes fast', -239_000],
  ])('is that of the machine while it is %s', (_how, offset) => {
    const clock = new ServerClock(() => noon);

    expect(clock.learn(at(noon + offset), clock.now())).toBe(false);
    expect(clock.now()).toBe(noon);
  });

  it.each([
    ['an hour slow', 3_600_000],
    ['four minutes fast', -240_000],
  ])('is that of AWS when the machine is %s', (_how, offset) => {
    const clock = new ServerClock(() => noon);

    expect(clock.learn(at(noon + offset), clock.now())).toBe(true);
    expect(clock.now()).toBe(noon + offset);
  });

  it('goes on from there, and is corrected again when the machine is', () => {
    let machine = noon;
    const clock = new ServerClock(() => machine);
    clock.learn(at(noon + 3_600_000), clock.now());

    machine += 1_000;
    expect(clock.now()).toBe(noon + 3_601_000);
    expect(clock.learn(at(noon + 3_601_000), clock.now())).toBe(false);
    machine += 3_600_000;
    expect(clock.learn(at(machine), clock.now())).toBe(true);
    expect(clock.now()).toBe(machine);
  });

  it('tells of every request that was signed before it was corrected', () => {
    const clock = new ServerClock(() => noon);
    const [first, second] = [clock.now(), clock.now()];

    expect(clock.learn(at(noon + 3_600_000), first)).toBe(true);
    expect(clock.learn(at(noon + 3_600_000), second)).toBe(true);
    expect(clock.learn(at(noon + 3_600_000), clock.now())).toBe(false);
  });

  it.each([undefined, '', 'yesterday'])('learns nothing of the date %j', (date) => {
    const clock = new ServerClock(() => noon);

    expect(clock.learn(date, clock.now())).toBe(false);
    expect(clock.now()).toBe(noon);
  });
});
