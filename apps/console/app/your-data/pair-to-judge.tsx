import { AnswerBar } from '../parts/answer-bar.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import type { LabelAnswer, ShownPair } from './judged-pair.ts';

interface PairToJudgeProps {
  readonly pair: ShownPair;
  readonly isBusy: boolean;
  readonly onAnswer: (answer: LabelAnswer) => void;
  readonly onUndo: () => void;
}

const relations = { same: 'same', different: 'differs', missing: 'missing' } as const;

/** Two records side by side, the evidence for and against, and the answers. */
export function PairToJudge({ pair, isBusy, onAnswer, onUndo }: PairToJudgeProps) {
  const { ids, rows, bits, threshold, judged } = pair;
  return (
    <section className="panel pair-to-judge" aria-label="Pair to judge" aria-busy={isBusy}>
      <div className="table-frame">
        <table className="judged">
          <caption className="unseen">Two records</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {ids.map((id, index) => (
                <th key={index === 0 ? 'one' : 'other'} scope="col">
                  {String(id)}
                </th>
              ))}
              <th scope="col">
                <span className="unseen">Alike</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, a, b, relation }) => (
              <tr key={field} className={`is-${relation}`}>
                <th scope="row">{field}</th>
                <td dir="auto">{a}</td>
                <td dir="auto">{b}</td>
                <td className="relation">{relations[relation]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AnswerBar
        undecided={{ answer: 'unsure', name: 'Unsure', shortcut: 'u' }}
        onAnswer={onAnswer}
        onUndo={judged === 0 ? undefined : onUndo}
      />
      <details className="fold" open>
        <summary>What the rules say: {bits.toFixed(1)} bits</summary>
        <Waterfall caption="Evidence" parts={partsOf(pair)} bits={bits} threshold={threshold} />
      </details>
    </section>
  );
}

/** The evidence with the values of its fields. */
function partsOf({ evidence, rows }: ShownPair) {
  const textOf = (fields: readonly string[], side: 'a' | 'b'): string =>
    rows.flatMap((row) => (fields.includes(row.field) && row[side] !== undefined ? [row[side]] : [])).join(' ');
  return evidence.map(({ title, fields, bits }) => ({
    title,
    bits,
    valueA: textOf(fields, 'a'),
    valueB: textOf(fields, 'b'),
  }));
}
