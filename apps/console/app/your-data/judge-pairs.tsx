import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { AnswerBar } from '../parts/answer-bar.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';
import { Waterfall } from '../parts/waterfall.tsx';
import { useKeys } from '../use-keys.ts';
import type { LabelEstimate } from './design-document.ts';
import type { GivenFile } from './state.ts';
import { EstimateText, FileHead } from './steps.tsx';
import type { YourDataRequest } from './use-your-data.ts';
import {
  answerPair,
  applyAnswers,
  type LabelAnswer,
  type LabelView,
  readView,
  type ShownPair,
  undoAnswer,
} from './your-data.ts';

interface PairToJudgeProps {
  readonly pair: ShownPair;
  readonly isBusy: boolean;
  readonly onAnswer: (answer: LabelAnswer) => void;
  readonly onUndo: () => void;
}

const relations = { same: 'same', different: 'differs', missing: 'missing' } as const;

/** Two records side by side, the evidence for and against, and the answers. */
function PairToJudge({ pair, isBusy, onAnswer, onUndo }: PairToJudgeProps) {
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

/** Answers that are worth the while. */
const wanted = 30;

/** Pairs of records for the reader to judge, and what the answers say of the rules. */
export function JudgePairs(props: {
  readonly file: GivenFile;
  readonly act: YourDataRequest['act'];
  readonly onEnd: () => void;
}) {
  const { file, act, onEnd } = props;
  const { view, problems, isBusy, answer, undo } = useJudging();
  return (
    <>
      <section className="panel" aria-label="Answers">
        <FileHead file={file} about="Are these two records one thing? Your answers tell how good the rules are.">
          {view?.estimate.isTelling && (
            <button type="button" className="button is-main" onClick={() => act('design', applyAnswers)}>
              Design with your answers
            </button>
          )}
          <button type="button" className="button" onClick={onEnd}>
            Back to the design
          </button>
        </FileHead>
        {view !== undefined && <AnswersSoFar estimate={view.estimate} />}
      </section>
      {problems !== undefined && <Problems problems={problems} />}
      {view === undefined && problems === undefined && <Loading what="a pair" lines={6} />}
      {view?.pair === null && (
        <section className="panel" aria-label="End">
          <Empty icon="yes" title="No other pair teaches anything">
            <p>Design with your answers, or go back to the design.</p>
            <button type="button" className="button" disabled={isBusy || view.estimate.judged === 0} onClick={undo}>
              Take the last answer back
            </button>
          </Empty>
        </section>
      )}
      {view?.pair != null && <PairToJudge pair={view.pair} isBusy={isBusy} onAnswer={answer} onUndo={undo} />}
    </>
  );
}

function AnswersSoFar({ estimate }: { readonly estimate: LabelEstimate }) {
  const { judged, same, different, unsure, contradictions } = estimate;
  return (
    <div className="answers">
      <p className="work-step">
        <span role="status">
          {judged === 0
            ? 'No answers yet'
            : `${judged} judged: ${same} the same, ${different} different, ${unsure} unsure`}
        </span>
        <span className="work-percent">
          {Math.min(judged, wanted)} of {wanted}
        </span>
      </p>
      <progress
        max={wanted}
        value={Math.min(judged, wanted)}
        aria-label={`Answers of the ${wanted} that are advised`}
      />
      <EstimateText estimate={estimate} />
      {contradictions.length > 0 && (
        <ul className="notes">
          {contradictions.map(({ a, b }) => (
            <li key={`${a} ${b}`}>
              You said that {a} and {b} are different, and other answers make them the same.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Judging {
  readonly view: LabelView | undefined;
  readonly problems: readonly Problem[] | undefined;
  readonly isBusy: boolean;
  readonly answer: (answer: LabelAnswer) => void;
  readonly undo: () => void;
}

/** Judging pairs one after the other, with buttons or keys. */
function useJudging(): Judging {
  const [view, setView] = useState<LabelView>();
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(true);
  // Keys may come faster than answers: one at a time.
  const busy = useRef(false);

  const run = useCallback((work: () => Promise<LabelView>) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblems(undefined);
    work()
      .then(setView, (error: unknown) => setProblems(problemsOf(error)))
      .finally(() => {
        busy.current = false;
        setBusy(false);
      });
  }, []);
  useEffect(() => run(readView), [run]);

  const pair = view?.pair?.pair;
  const answer = useCallback(
    (given: LabelAnswer) => {
      if (pair !== undefined) run(() => answerPair(pair, given));
    },
    [pair, run],
  );
  const undo = useCallback(() => run(undoAnswer), [run]);
  useKeys({ y: () => answer('same'), n: () => answer('different'), u: () => answer('unsure'), b: undo });
  return { view, problems, isBusy, answer, undo };
}
