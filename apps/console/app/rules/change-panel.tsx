import { useCallback, useEffect, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { Problems } from '../parts/states.tsx';
import { number } from '../statistics/numbers.ts';
import { usePolling } from '../use-polling.ts';
import { ChangeExamples } from './change-examples.tsx';
import { ConfirmChange, DocumentName } from './confirm-change.tsx';
import {
  actOnRuleChange,
  type ChangeAction,
  type ChangeReport as Report,
  type RuleChange,
  readRuleChange,
  targetOf,
} from './rule-change.ts';

/** Milliseconds from one answer to the next request. */
const pollInterval = 2000;

interface State {
  readonly change?: RuleChange;
  readonly problems?: readonly Problem[] | undefined;
}

/** The change of the rules, read again and again while the page is visible, and what can be done with it. */
function useRuleChange() {
  const [state, setState] = useState<State>({});
  /** Why the last action failed; stays until the next one. */
  const [refusal, setRefusal] = useState<readonly Problem[]>();
  const [isActing, setActing] = useState(false);
  // An answer to a question that was sent before an action would show the state before it.
  const actions = useRef(0);

  usePolling(async (signal) => {
    const before = actions.current;
    try {
      const change = await readRuleChange(signal);
      if (!signal.aborted && before === actions.current) setState({ change });
    } catch (error) {
      if (!signal.aborted) setState((last) => ({ ...last, problems: problemsOf(error) }));
    }
  }, pollInterval);

  const act = useCallback(async (action: ChangeAction, change: RuleChange) => {
    actions.current += 1;
    setActing(true);
    setRefusal(undefined);
    try {
      setState({ change: await actOnRuleChange(action, change) });
    } catch (error) {
      setRefusal(problemsOf(error));
    } finally {
      actions.current += 1;
      setActing(false);
    }
  }, []);
  return { ...state, problems: refusal ?? state.problems, act, isActing };
}

const states: Readonly<Record<RuleChange['state'], string>> = {
  STEADY: 'No change is under way',
  RUNNING: 'Running',
  HELD: 'Waits for you',
  PAUSED: 'Paused',
  WAITING: 'Waits for another change',
  FAILED: 'Failed',
};

const reasons: Readonly<Record<NonNullable<RuleChange['heldBecause']>, string>> = {
  MODE: 'Every change waits until you continue it.',
  MANY_RECORDS: 'It waits, because more records would change than the limit permits.',
  LARGE_ENTITY: 'It waits, because an entity would become larger than the limit permits.',
};

const phases: Readonly<Record<NonNullable<RuleChange['phase']>, string>> = {
  INDEX: 'Stored records get the keys of the next rules.',
  READY: 'A scan counts what the change does. No entity has changed yet.',
  SPLIT: 'The next rules are in force. Entities that they part are split.',
  UNITE: 'The next rules are in force. Entities that they join are united.',
  CLEAN: 'Keys of the former rules are deleted.',
};

const counted = 'The stored records are counted and indexed by the next rules. No entity has changed yet.';

/** The panel before the first answer, as high as without a change, so that nothing below moves. */
function Reading() {
  return (
    <section className="panel change" aria-labelledby="rule-change">
      <header className="section-head">
        <h2 id="rule-change">Change of the rules</h2>
        <span className="change-state" role="status">
          Reading …
        </span>
      </header>
      <p>In force: …</p>
    </section>
  );
}

/** What the owner can do next in a state, besides rolling back. */
const nextSteps: Readonly<
  Partial<Record<RuleChange['state'], { readonly action: ChangeAction; readonly name: string }>>
> = {
  HELD: { action: 'continue', name: 'Continue …' },
  RUNNING: { action: 'pause', name: 'Pause' },
  PAUSED: { action: 'resume', name: 'Resume' },
};

interface Question {
  readonly action: ChangeAction;
  /** The change as it was when the person asked. */
  readonly change: RuleChange;
}

const isAbout = ({ change: asked }: Question, change: RuleChange): boolean =>
  (['state', 'phase', 'from', 'to', 'waiting'] as const).every((name) => asked[name] === change[name]);

/** The change of the rules: how far it is, what it does, and what the owner can do with it. */
export function ChangePanel() {
  const { change, problems, act, isActing } = useRuleChange();
  const [question, setQuestion] = useState<Question>();
  const isOutdated = question !== undefined && change !== undefined && !isAbout(question, change);
  useEffect(() => {
    if (isOutdated) setQuestion(undefined);
  }, [isOutdated]);
  if (change === undefined) return problems === undefined ? <Reading /> : <Problems problems={problems} />;
  const { state, from, to, report } = change;
  const step = nextSteps[state];
  const begin = (action: ChangeAction) => {
    if (isActing) return;
    if (action === 'continue' || action === 'roll back') setQuestion({ action, change });
    else void act(action, change);
  };
  const confirmed = (action: ChangeAction) => {
    setQuestion(undefined);
    void act(action, change);
  };
  return (
    <section className="panel change" aria-labelledby="rule-change">
      <header className="section-head">
        <h2 id="rule-change">Change of the rules</h2>
        <span className={`change-state is-${state.toLowerCase()}`} role="status">
          {states[state]}
        </span>
        <span className="document-tools">
          {/* One button: the focus stays when the state and so the next step becomes another. */}
          {step !== undefined && (
            <button
              type="button"
              className={step.action === 'pause' ? 'button' : 'button is-main'}
              aria-disabled={isActing}
              onClick={() => begin(step.action)}
            >
              {step.name}
            </button>
          )}
          {from !== null && (
            <button type="button" className="button" aria-disabled={isActing} onClick={() => begin('roll back')}>
              Roll back …
            </button>
          )}
        </span>
      </header>
      {problems !== undefined && <Problems problems={problems} />}
      <ChangeState change={change} />
      {report !== null && <ChangeReport report={report} problemCount={change.problemCount} />}
      {report !== null && from !== null && to !== null && <ChangeExamples change={{ from, to }} />}
      {question !== undefined && !isOutdated && (
        <ConfirmChange
          action={question.action}
          change={change}
          onConfirm={() => confirmed(question.action)}
          onCancel={() => setQuestion(undefined)}
        />
      )}
    </section>
  );
}

function WhatHappens({ change }: { readonly change: RuleChange }) {
  const { state, phase, heldBecause } = change;
  if (phase === null) {
    return state === 'HELD' ? (
      <p>
        <DocumentName name={targetOf(change)} /> is deployed. Nothing happens until you continue.
      </p>
    ) : null;
  }
  return (
    <>
      <p>{state === 'HELD' ? counted : phases[phase]}</p>
      {heldBecause !== null && <p>{reasons[heldBecause]}</p>}
    </>
  );
}

function ChangeState({ change }: { readonly change: RuleChange }) {
  const { state, failure, phase, progress, estimatedMinutes, recordsChanged, inForce, from, to } = change;
  const percent = Math.floor(100 * progress);
  const isAtWork = state === 'RUNNING' || state === 'PAUSED';
  return (
    <div className="change-text">
      <p>
        In force: <DocumentName name={inForce} />
        {from !== null && to !== null && (
          <>
            {'; '}
            {phase === null ? 'last change' : 'change'}: from <DocumentName name={from} /> to <DocumentName name={to} />
          </>
        )}
      </p>
      <WhatHappens change={change} />
      {failure !== null && <p className="field-problem">{failure}</p>}
      {phase !== null && isAtWork && (
        <div className="progress">
          <progress max={100} value={percent} aria-label={`Progress of the phase ${phase}`} />
          <span>
            {phase} {percent} %{recordsChanged > 0 && `, ${recordsChanged.toLocaleString('en')} records changed`}
            {estimatedMinutes !== null && `, about ${estimatedMinutes.toLocaleString('en')} min left`}
          </span>
        </div>
      )}
    </div>
  );
}

/** What a change does to stored data, in numbers. */
function ChangeReport({ report, problemCount }: { readonly report: Report; readonly problemCount: number }) {
  const { records, recordsTouched } = report;
  const share = records === 0 ? 0 : (100 * recordsTouched) / records;
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Entities', `${number(report.entitiesBefore)} become ${number(report.entitiesAfter)}`],
    ['Unchanged', number(report.unchanged)],
    ['Merging', number(report.merging)],
    ['Splitting', number(report.splitting)],
    ['Both', number(report.both)],
    [
      'Records touched',
      `${number(recordsTouched)} of ${number(records)} (${share.toFixed(share > 0 && share < 1 ? 2 : 0)} %)`,
    ],
    ['Largest changed entity', `${number(report.largestEntity)} records`],
    ['Over-frequent keys', number(report.overFrequentKeys)],
    ['Records not accepted', number(Math.max(report.refused, problemCount))],
  ];
  return (
    <>
      {report.isEstimate && <p className="hint">These numbers are bounds: no true number is worse.</p>}
      <dl className="change-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
