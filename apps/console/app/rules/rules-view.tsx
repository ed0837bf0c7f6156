import '../shared.ts';
import { type ChangeEvent, useMemo, useRef, useState } from 'react';
import { callTool } from '../api/guidance.ts';
import { RequestFailed } from '../api/problem.ts';
import { Icon } from '../parts/icon.tsx';
import { Verdict } from '../parts/marks.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { useKept } from '../use-kept.ts';
import { useLater } from '../use-polling.ts';
import { useRequest } from '../use-request.ts';

import { useDeployment } from '../with-deployment.tsx';
import { ChangePanel } from './change-panel.tsx';
import { type LintResult, type PlacedFinding, placeFindings } from './findings.ts';
import { Simulation } from './simulation.tsx';

const untilLint = 300;
const none: readonly PlacedFinding[] = [];

/** The change of the rules, and a playground: the linter and the simulation of the guidance server, which store nothing. */
export function RulesView({ query }: { readonly query: URLSearchParams }) {
  const { documents } = useDeployment();
  // The editor normalises line breaks, and offsets refer to its text.
  const original = documents.ruleConfig.replace(/\r\n?/g, '\n');
  // Undefined until it is edited, so that it is that of the deployment.
  const [edited, setEdited] = useKept<string | undefined>('rule-config', undefined);
  const text = edited ?? original;
  const setText = (next: string) => setEdited(next === original ? undefined : next);
  const [goTo, setGoTo] = useState<{ readonly offset: number }>();
  const settled = useLater(text, untilLint);
  const lint = useRequest(settled, async (signal) => ({
    text: settled,
    result: await callTool<LintResult>('lint_rule_config', { ruleConfig: settled, schema: documents.schema }, signal),
  }));
  const linted = lint.value;
  const findings = useMemo(() => (linted === undefined ? none : placeFindings(linted.text, linted.result)), [linted]);
  const editor = useRequest('editor', loadEditor);
  const Editor = editor.value?.default;
  return (
    <>
      <ChangePanel />
      <div className="columns is-rules">
        <section className="panel rules-document" aria-label="Rule-config">
          <header className="section-head">
            <h2>Rule-config</h2>
            {lint.problems === undefined && <LintState result={linted?.text === text ? linted.result : undefined} />}
            <DocumentTools isChanged={text !== original} onText={setText} original={original} />
          </header>
          {editor.isLoading && <Loading what="the editor" lines={12} />}
          {editor.problems !== undefined && <Problems problems={editor.problems} />}
          {Editor !== undefined && (
            <Editor label="Rule-config" text={text} findings={findings} onChange={setText} goTo={goTo} />
          )}
          {lint.problems !== undefined && <Problems problems={lint.problems} onRepeat={lint.repeat} />}
          <FindingList findings={findings} onGoTo={(offset) => setGoTo({ offset })} />
        </section>
        <Simulation
          ruleConfig={linted?.result.valid ? linted.text : undefined}
          isInvalid={linted?.result.valid === false}
          isChecking={linted?.text !== text}
          a={query.get('a') ?? undefined}
          b={query.get('b') ?? undefined}
        />
      </div>
    </>
  );
}

/** Loads the editor, a script of its own. After a failure, browsers request it again only when the page is reloaded. */
async function loadEditor() {
  try {
    return await import('./editor.tsx');
  } catch {
    throw new RequestFailed([
      {
        message: 'The editor could not be loaded.',
        hint: 'Check that the service is running (npm start), then reload the page.',
      },
    ]);
  }
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

/** The findings of the linter with their positions: errors first, then warnings. */
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
