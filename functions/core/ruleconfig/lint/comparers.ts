import type { Comparer } from '../../matching/comparer.ts';
import { quote } from '../quote.ts';
import type { LintContext, LintRule } from './lint-rule.ts';

/** Pairs that no useful comparer takes for the same, by what a comparer may read. */
const strangers: readonly (readonly (readonly [string, string])[])[] = [
  [
    ['smith', 'qzx'],
    ['aaaaaaaaaaaa', 'zzzzzzzzzzzz'],
    ['a long text of several words', 'jkv'],
    ['bergmann', 'toulouse'],
  ],
  [
    ['0', '98765432109'],
    ['1', '-7654321098'],
    ['12.5', '55555555555'],
  ],
  [
    ['1801-01-01', '2020-12-31'],
    ['1950-06-15', '1999-03-04'],
    ['1888-02-29', '2011-11-30'],
  ],
  [
    ['52.5,13.4', '-33.9,151.2'],
    ['40.7,-74.0', '-1.3,36.8'],
    ['0,0', '0,179'],
  ],
];

export const comparerRules: readonly LintRule[] = [
  {
    code: 'ACCEPTS_EVERYTHING',
    severity: 'warning',
    meaning:
      'A comparer is satisfied by values that have nothing in common: its threshold is too low or its tolerance too large. An error where the threshold is 0.',
    example: '{ "type": "similarity", "attributes": { "algorithm": "jaro", "threshold": 0 } }',
    fix: 'Raise the threshold, or lower the tolerance.',
    check(context, report) {
      for (const { id, comparer, pointer, notes } of compiledComparers(context)) {
        // The type may have said so itself, and better.
        if (notes.includes('ACCEPTS_EVERYTHING')) continue;
        const accepts = strangers.some((pairs) =>
          pairs.every(([a, b]) => comparer.satisfied(a, b) && comparer.satisfied(a, a)),
        );
        if (!accepts) continue;
        report(
          `${pointer}/attributes`,
          `comparer ${quote(id)} is satisfied by values that have nothing in common`,
          'Raise the threshold, or lower the tolerance.',
        );
      }
    },
  },
  {
    code: 'ACCEPTS_NOTHING',
    severity: 'warning',
    meaning: 'A comparer is not even satisfied by equal values, nor by different ones.',
    example: '{ "type": "dynamicdistance" } with a table that allows nothing',
    fix: 'Lower the threshold, or raise the tolerance.',
    check(context, report) {
      for (const { id, comparer, pointer } of compiledComparers(context)) {
        const accepts = strangers.some((pairs) =>
          pairs.some(([a, b]) => comparer.satisfied(a, a) || comparer.satisfied(a, b)),
        );
        if (accepts) continue;
        report(
          `${pointer}/attributes`,
          `comparer ${quote(id)} is not satisfied by any values`,
          'Lower the threshold, or raise the tolerance.',
        );
      }
    },
  },
];

interface CompiledComparer {
  readonly id: string;
  readonly comparer: Comparer;
  readonly pointer: string;
  /** Codes of what its type says about its attributes. */
  readonly notes: readonly string[];
}

function* compiledComparers({ document, registries }: LintContext): Generator<CompiledComparer> {
  for (const { value, pointer } of document.comparers) {
    const definition = registries.comparers.get(value.type)!;
    const notes = definition.lint?.(value.attributes).map((note) => note.code) ?? [];
    yield { id: value.id, comparer: definition.compile(value.attributes), pointer, notes };
  }
}
