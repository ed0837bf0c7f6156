import { type ChangeEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import { callTool } from '../api/guidance.ts';
import { useDeployment } from '../deployment.tsx';
import { Icon } from '../parts/icon.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { useLater } from '../use-later.ts';
import { useRequest } from '../use-request.ts';
import { type LintResult, type PlacedFinding, placeFindings } from './findings.ts';
import { Simulation } from './simulation.tsx';

const Editor = lazy(() => import('./editor.tsx'));

const untilLint = 300;
const none: readonly PlacedFinding[] = [];

/** A playground for rules: the linter and the simulation of the guidance server, and nothing that is stored. */
export function RulesView({ query }: { readonly query: URLSearchParams }) {
  const { documents } = useDeployment();
  const [text, setText] = useState(documents.ruleConfig);
  const [goTo, setGoTo] = useState<{ readonly offset: number }>();
  const settled = useLater(text, untilLint);
  const lint = useRequest(settled, async (signal) => ({
    text: settled,
    result: await callTool<LintResult>('lint_rule_config', { ruleConfig: settled, schema: documents.schema }, signal),
  }));
  const linted = lint.value;
  const findings = useMemo(() => (linted === undefined ? none : placeFindings(linted.text, linted.result)), [linted]);
  return (
    <div className="columns is-rules">
      <section className="panel rules-document" aria-label="Rule-config">
        <header className="section-head">
          <h2>Rule-config</h2>
          <LintState result={linted?.result} />
          <DocumentTools isChanged={text !== documents.ruleConfig} onText={setText} original={documents.ruleConfig} />
        </header>
        <Suspense fallback={<Loading what="the editor" lines={12} />}>
          <Editor label="Rule-config" text={text} findings={findings} onChange={setText} goTo={goTo} />
        </Suspense>
        {lint.problems !== undefined && <Problems problems={lint.problems} onRepeat={lint.repeat} />}
        <FindingList findings={findings} onGoTo={(offset) => setGoTo({ offset })} />
      </section>
      <Simulation
        ruleConfig={linted?.result.valid ? linted.text : undefined}
        isInvalid={linted?.result.valid === false}
        a={query.get('a') ?? undefined}
        b={query.get('b') ?? undefined}
      />
    </div>
  );
}

function LintState({ result }: { readonly result: LintResult | undefined }) {
  if (result === undefined) return <span className="nothing">Checking …</span>;
  const { valid, errorCount, warningCount } = result;
  const text = [counted(errorCount, 'error'), counted(warningCount, 'warning')]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <span role="status">
      <Verdict holds={valid} yes={text === '' ? 'Valid' : `Valid, ${text}`} no={text} />
    </span>
  );
}

interface DocumentToolsProps {
  readonly isChanged: boolean;
  readonly original: string;
  readonly onText: (text: string) => void;
}

function DocumentTools({ isChanged, original, onText }: DocumentToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file !== undefined) onText(await file.text());
    event.target.value = '';
  };
  return (
    <span className="document-tools">
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="unseen"
        tabIndex={-1}
        aria-label="Rule-config file"
        onChange={open}
      />
      <button type="button" className="button" onClick={() => input.current?.click()}>
        Open …
      </button>
      <button type="button" className="button" disabled={!isChanged} onClick={() => onText(original)}>
        Start over
      </button>
    </span>
  );
}

interface FindingListProps {
  readonly findings: readonly PlacedFinding[];
  readonly onGoTo: (offset: number) => void;
}

/** What the linter found, each with its place: what keeps the rules from working before what is only odd. */
function FindingList({ findings, onGoTo }: FindingListProps) {
  if (findings.length === 0) return null;
  const errorsFirst = [...findings].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  return (
    <ul className="findings" aria-label="Findings">
      {errorsFirst.map(({ severity, code, message, hint, line, column, from }) => (
        <li key={`${code}${line}:${column}${message}`} className={`finding is-${severity}`}>
          <Icon name={severity === 'error' ? 'no' : 'warning'} size={18} />
          <div>
            <p>
              <button type="button" className="link-button finding-place" onClick={() => onGoTo(from)}>
                line {line}, column {column}
              </button>
              <code className="problem-code">{code}</code>
            </p>
            <p>{message}</p>
            <p className="problem-hint">{hint}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}
