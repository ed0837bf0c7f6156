import { useEffect, useId } from 'react';
import { callTool } from '../api/guidance.ts';
import { typedFrom, valuesFrom } from '../api/record-values.ts';
import { explainPair } from '../explain/explanation.ts';
import { RuleChips, Verdict } from '../parts/marks.tsx';
import { RuleVerdicts } from '../parts/rule-verdicts.tsx';
import { SharedKeys } from '../parts/shared-keys.tsx';
import { Loading, Problems } from '../parts/states.tsx';

import { useKept } from '../use-kept.ts';
import { useLater } from '../use-polling.ts';
import { useRequest } from '../use-request.ts';

import { useDeployment } from '../with-deployment.tsx';
import { ruleVerdict, type SimulatedSide, type SimulationResult } from './findings.ts';

type Typed = ReadonlyMap<string, string>;

interface SimulationProps {
  /** The rule-config to simulate with; undefined while it is invalid. */
  readonly ruleConfig: string | undefined;
  readonly isInvalid: boolean;
  /** True while the rule-config is older than the text in the editor. */
  readonly isChecking: boolean;
  /** Ids of two stored records that fill the forms at first. */
  readonly a: string | undefined;
  readonly b: string | undefined;
}

const untilSimulation = 300;
const nothing: Typed = new Map();

/** Two records, entered or stored, and the result of the edited rules. */
export function Simulation({ ruleConfig, isInvalid, isChecking, a, b }: SimulationProps) {
  const { records, documents } = useDeployment();
  const [typed, setTyped] = useKept<Typing>('records', { a: nothing, b: nothing });
  const pair = a !== undefined && b !== undefined ? JSON.stringify([a, b]) : undefined;
  /** The pair that the forms were filled with; what a person types instead stays. */
  const [filled, setFilled] = useKept<string | undefined>('filled', undefined);
  const stored = useRequest(pair === filled ? undefined : pair, (signal) =>
    explainPair({ a: a ?? '', b: b ?? '' }, records.selection, signal),
  );
  const onTyped = (next: Typing) => {
    if (pair !== undefined) setFilled(pair);
    setTyped(next);
  };
  useEffect(() => {
    if (stored.value === undefined || stored.isLoading) return;
    setFilled(pair);
    setTyped({
      a: typedFrom(stored.value.a, records.inputFields),
      b: typedFrom(stored.value.b, records.inputFields),
    });
  }, [stored.value, stored.isLoading, pair, records.inputFields, setTyped, setFilled]);

  const settled = useLater(typed, untilSimulation);
  const areFilled = [settled.a, settled.b].every(isFilled);
  const isReady = ruleConfig !== undefined && areFilled;
  const subject = isReady ? JSON.stringify([ruleConfig, [...settled.a], [...settled.b]]) : undefined;
  const simulated = useRequest(subject, (signal) =>
    callTool<SimulationResult>(
      'simulate_match',
      {
        ruleConfig,
        schema: documents.schema,
        recordA: { id: 'a', ...valuesFrom(settled.a, records.inputFields) },
        recordB: { id: 'b', ...valuesFrom(settled.b, records.inputFields) },
      },
      signal,
    ),
  );
  return (
    <div className="simulation">
      <section className="panel" aria-label="Two records">
        <header className="section-head">
          <h2>Two records</h2>
        </header>
        {stored.problems !== undefined && <Problems problems={stored.problems} onRepeat={stored.repeat} />}
        <PairOfRecords typed={typed} onTyped={onTyped} />
      </section>
      {isInvalid && <p className="hint">The simulation continues once the rule-config has no errors.</p>}
      {!isInvalid && !areFilled && <p className="hint">Fill in both records to see the result of the rules.</p>}
      {simulated.problems !== undefined && <Problems problems={simulated.problems} onRepeat={simulated.repeat} />}
      {simulated.isLoading && simulated.value === undefined && <Loading what="the simulation" />}
      {isReady && simulated.value !== undefined && (
        <div className="simulated" aria-busy={isChecking || settled !== typed || simulated.isLoading}>
          <Simulated result={simulated.value} />
        </div>
      )}
    </div>
  );
}

interface Typing {
  readonly a: Typed;
  readonly b: Typed;
}

interface PairProps {
  readonly typed: Typing;
  readonly onTyped: (typed: Typing) => void;
}

function PairOfRecords({ typed, onTyped }: PairProps) {
  const { records } = useDeployment();
  const id = useId();
  const fields = records.inputFields.filter(({ name }) => name !== 'id');
  return (
    <div className="pair-form">
      <span aria-hidden="true" />
      <span aria-hidden="true">Record A</span>
      <span aria-hidden="true">Record B</span>
      {fields.map(({ name }) => (
        <div key={name} className="pair-row">
          <span id={`${id}${name}`}>{name}</span>
          {(['a', 'b'] as const).map((side) => (
            <input
              key={side}
              aria-label={`${name} of record ${side.toUpperCase()}`}
              value={typed[side].get(name) ?? ''}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => onTyped({ ...typed, [side]: new Map(typed[side]).set(name, target.value) })}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function Simulated({ result }: { readonly result: SimulationResult }) {
  const { together, summary, searches, rules, sharedKeys, sharedKeyCount, warnings, a, b } = result;
  const problems = [...a.problems.map((text) => `Record A: ${text}`), ...b.problems.map((text) => `Record B: ${text}`)];
  return (
    <>
      <section className={together ? 'banner is-yes' : 'banner is-no'} aria-label="Verdict" aria-live="polite">
        <h2>
          <Verdict holds={together} yes="One entity" no="Two entities" />
        </h2>
        <p>{summary}</p>
        {[...warnings, ...problems].map((text) => (
          <p key={text} className="problem-hint">
            {text}
          </p>
        ))}
      </section>
      <section className="panel">
        <h3>Rules</h3>
        <RuleVerdicts rules={rules.map(ruleVerdict)} />
      </section>
      <section className="panel">
        <h3>Searches</h3>
        <ul className="lines">
          {searches.map(({ searchRules, aFindsB, bFindsA }) => (
            <li key={searchRules}>
              <span>{searchRules}</span>
              <RuleChips rules={new Set([...(aFindsB?.ruleIDs ?? []), ...(bFindsA?.ruleIDs ?? [])])} />
              <Verdict holds={aFindsB !== null} yes="A finds B" no="A does not find B" />
              <Verdict holds={bFindsA !== null} yes="B finds A" no="B does not find A" />
            </li>
          ))}
        </ul>
      </section>
      <SharedKeys
        count={sharedKeyCount}
        keys={sharedKeys.map(({ ruleIDs, deciding, parts }) => ({
          rules: ruleIDs,
          deciding,
          parts: parts.map(({ matcherID, part }) => ({ matcher: matcherID, part })),
        }))}
      />
      <section className="panel">
        <h3>What the pipeline made of them</h3>
        <Trace name="Record A" side={a} />
        <Trace name="Record B" side={b} />
      </section>
    </>
  );
}

function Trace({ name, side: { values, trace } }: { readonly name: string; readonly side: SimulatedSide }) {
  const notes = trace.filter(({ notes: found }) => found.length > 0);
  return (
    <details className="fold trace">
      <summary>{name}</summary>
      <dl className="values">
        {Object.entries(values).map(([resolver, texts]) => (
          <div key={resolver}>
            <dt>{resolver}</dt>
            <dd>{texts.length === 0 ? <span className="nothing">no value</span> : texts.join(', ')}</dd>
          </div>
        ))}
      </dl>
      {notes.map(({ transformerID, notes: found }) => (
        <p key={transformerID} className="problem-hint">
          {transformerID}: {found.join('; ')}
        </p>
      ))}
    </details>
  );
}

function isFilled(typed: Typed): boolean {
  return [...typed.values()].some((text) => text.trim() !== '');
}
