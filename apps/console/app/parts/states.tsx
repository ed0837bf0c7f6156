import { type ReactNode, useEffect, useState } from 'react';
import { callTool } from '../api/guidance.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { Icon, type IconName } from './icon.tsx';
import { noteLoading } from './page-styles.ts';

/** Code, message and hint of problems; on demand an explanation by the guidance server. */
export function Problems(props: {
  readonly problems: readonly Problem[];
  readonly onRepeat?: (() => void) | undefined;
}) {
  return (
    <div className="problems" role="alert">
      {props.problems.map((problem) => (
        <ProblemText key={`${problem.code}${problem.path}${problem.message}`} problem={problem} />
      ))}
      {props.onRepeat !== undefined && (
        <button type="button" className="button" onClick={props.onRepeat}>
          Try again
        </button>
      )}
    </div>
  );
}

function ProblemText({ problem: { code, message, hint, path } }: { readonly problem: Problem }) {
  return (
    <div className="problem">
      <Icon name="warning" />
      <div>
        <p className="problem-message">
          {code !== undefined && <code className="problem-code">{code}</code>}
          {message}
        </p>
        {hint !== undefined && <p className="problem-hint">{hint}</p>}
        {path !== undefined && (
          <p className="problem-hint">
            At <code>{path}</code>
          </p>
        )}
        {code !== undefined && <Explanation code={code} />}
      </div>
    </div>
  );
}

interface ExplainedError {
  readonly explanations: readonly {
    readonly area: string;
    readonly meaning: string;
    readonly causes: readonly { readonly cause: string; readonly fix: string }[];
  }[];
}

function Explanation({ code }: { readonly code: string }) {
  const [text, setText] = useState<ExplainedError | string>();
  const ask = () => {
    setText('Asking the guidance server …');
    callTool<ExplainedError>('explain_error', { code }).then(setText, (error: unknown) =>
      setText(problemsOf(error)[0]?.message ?? ''),
    );
  };
  if (text === undefined) {
    return (
      <button type="button" className="link-button" onClick={ask}>
        What does this mean?
      </button>
    );
  }
  const explained = typeof text === 'string' ? undefined : text.explanations[0];
  if (explained === undefined) {
    return <p role="status">{typeof text === 'string' ? text : 'The guidance server does not know this code.'}</p>;
  }
  return (
    <div className="explanation" role="status">
      <p>{explained.meaning}</p>
      <ul>
        {explained.causes.map(({ cause, fix }) => (
          <li key={cause}>
            {cause} {fix}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Explains why a view is empty and what to do. */
export function Empty(props: { readonly icon: IconName; readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={props.icon} size={28} />
      </span>
      <h2>{props.title}</h2>
      <div className="empty-text">{props.children}</div>
    </div>
  );
}

/** Placeholder lines, and a text for screen readers. */
export function Loading({ what, lines = 3 }: { readonly what: string; readonly lines?: number }) {
  useEffect(noteLoading, []);
  return (
    <div className="loading" role="status">
      <span className="unseen">Loading {what} …</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing but their place
        <span key={line} className="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}
