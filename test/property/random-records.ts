import fc from 'fast-check';
import type { RecordPayload } from '../../src/rules/types.ts';
import { pair, record } from './random-rules.ts';

/** Some pairs that agree in most fields, and others; a few ids come twice, and some records may not be submitted. */
export const records = fc
  .array(
    fc.oneof(
      pair.map((both) => both as readonly RecordPayload[]),
      record.map((one) => [one]),
    ),
    { maxLength: 14 },
  )
  .chain((lists) => {
    const all = lists.flat();
    const id = fc.oneof(
      { weight: 9, arbitrary: fc.nat(60).map((number) => `r${number}"`) },
      fc.constantFrom('', 'a:b'),
    );
    return fc
      .array(id, { minLength: all.length, maxLength: all.length })
      .map((ids) => all.map((one, index): RecordPayload => ({ ...one, id: ids[index]! })));
  });
