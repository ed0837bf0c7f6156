import { quote } from '../../text/plain-text.ts';
import type { Comparer } from '../comparers/comparer.ts';
import type { LintContext, LintRules, Report } from './lint-rule.ts';

/** Pairs of texts that no useful comparer accepts, by the kind of text that a comparer may read. */
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

export const comparerRules: LintRules = {
  ACCEPTS_EVERYTHING: {
    severity: 'warning',
    meaning:
      'A comparer is satisfied by values that have nothing in common: its threshold is too low or its tolerance too large. An error where the threshold is 0.',
    example: '{ "type": "similarity", "attributes": { "algorithm": "jaro", "threshold": 0 } }',
    fix: 'Raise the threshold, or lower the tolerance.',
    check: checkFor('everything', 'is satisfied by values that have nothing in common'),
  },
  ACCEPTS_NOTHING: {
    severity: 'warning',
    meaning: 'A comparer is satisfied neither by equal nor by different values.',
    example: '{ "type": "dynamicdistance" } with a table that allows nothing',
    fix: 'Lower the threshold, or raise the tolerance.',
    check: checkFor('nothing', 'is not satisfied by any values'),
  },
};

function checkFor(what: JudgedComparer['accepts'], problem: string) {
  return (context: LintContext, report: Report): void => {
    for (const { id, pointer, accepts } of judgedComparers(context)) {
      if (accepts === what) report(`${pointer}/attributes`, `comparer ${quote(id)} ${problem}`);
    }
  };
}

interface JudgedComparer {
  readonly id: string;
  readonly pointer: string;
  readonly accepts: 'everything' | 'something' | 'nothing';
}

/** Cached for the rules of one run, without the compiled comparers, whose tables may be large. */
const judged = new WeakMap<LintContext, readonly JudgedComparer[]>();

function judgedComparers(context: LintContext): readonly JudgedComparer[] {
  let comparers = judged.get(context);
  if (comparers === undefined) {
    comparers = context.document.comparers.map(({ value, pointer }) => {
      const definition = context.registries.comparers.get(value.type)!;
      // The type may have reported this already, with more detail.
      const said = definition.lint?.(value.attributes).some((note) => note.code === 'ACCEPTS_EVERYTHING');
      const accepts = said ? 'something' : accepted(definition.compile(value.attributes));
      return { id: value.id, pointer, accepts };
    });
    judged.set(context, comparers);
  }
  return comparers;
}

function accepted(comparer: Comparer): JudgedComparer['accepts'] {
  let any = false;
  for (const pairs of strangers) {
    let all = true;
    for (const [a, b] of pairs) {
      const different = comparer.satisfied(a, b);
      const equal = comparer.satisfied(a, a);
      any ||= different || equal;
      all &&= different && equal;
    }
    if (all) return 'everything';
  }
  return any ? 'something' : 'nothing';
}
