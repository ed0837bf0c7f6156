import { useState } from 'react';
import type { ChangeExample } from '../../../../src/graphql/queries/rule-change.generated.ts';
import { callTool } from '../api/guidance.ts';
import { Verdict } from '../parts/marks.tsx';
import { RuleVerdicts } from '../parts/rule-verdicts.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { FirstOf, RecordTable } from '../parts/tables.tsx';
import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { ruleVerdict, type SimulationResult } from './findings.ts';
import { readExampleParts, readExamples } from './rule-change.ts';

const shown = 5;

const kinds: Readonly<Record<ChangeExample['kind'], string>> = { MERGE: 'merge', SPLIT: 'split', BOTH: 'both' };

interface Names {
  readonly from: string;
  readonly to: string;
}

/** Pairs of stored records that a change joins or parts, each with the verdicts of both rule-configs. */
export function ChangeExamples({ change }: { readonly change: Names }) {
  const { value, problems, repeat } = useRequest(`${change.from}:${change.to}`, readExamples);
  if (problems !== undefined) return <Problems problems={problems} onRepeat={repeat} />;
  if (value === undefined || value.length === 0) return null;
  return (
    <div className="change-examples">
      <h3>Examples</h3>
      <FirstOf items={value} name="examples" first={shown}>
        {(some) => (
          <ul className="examples">
            {some.map((example) => (
              <li key={example.records.join(':')}>
                <Example change={change} example={example} />
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </div>
  );
}

function Example({ change, example }: { readonly change: Names; readonly example: ChangeExample }) {
  const [isOpen, setOpen] = useState(false);
  const [a, b] = example.records;
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="chip">{kinds[example.kind]}</span>
        <span>
          <code className="id">{a}</code> and <code className="id">{b}</code>
        </span>
        <span className="nothing">{example.rules.join(', ')}</span>
      </summary>
      {isOpen && <ExplainedExample change={change} records={example.records} />}
    </details>
  );
}

interface ExplainedProps {
  readonly change: Names;
  readonly records: ChangeExample['records'];
}

function ExplainedExample({ change, records }: ExplainedProps) {
  const { records: type, documents } = useDeployment();
  const explained = useRequest([change.from, change.to, ...records].join(':'), async (signal) => {
    const { former, next, a, b } = await readExampleParts(change, records, type.selection, signal);
    if (former === null || next === null || a === undefined || b === undefined) return undefined;
    const verdictOf = (ruleConfig: string) =>
      callTool<SimulationResult>(
        'simulate_match',
        { ruleConfig, schema: documents.schema, recordA: a, recordB: b },
        signal,
      );
    const [before, after] = await Promise.all([verdictOf(former), verdictOf(next)]);
    return { a, b, before, after };
  });
  if (explained.problems !== undefined) return <Problems problems={explained.problems} onRepeat={explained.repeat} />;
  if (explained.isLoading) return <Loading what="both verdicts" />;
  if (explained.value === undefined) return <p className="nothing">A record or a rule-config is stored no more.</p>;
  const { a, b, before, after } = explained.value;
  return (
    <>
      <RecordTable caption="The two records" records={[a, b]} fields={type.fields} />
      <div className="both-verdicts">
        <SideVerdict name="Former rules" result={before} />
        <SideVerdict name="Next rules" result={after} />
      </div>
    </>
  );
}

function SideVerdict({ name, result }: { readonly name: string; readonly result: SimulationResult }) {
  return (
    <section aria-label={name}>
      <h4>
        {name} <Verdict holds={result.together} yes="One entity" no="Two entities" />
      </h4>
      <RuleVerdicts rules={result.rules.map(ruleVerdict)} />
    </section>
  );
}
