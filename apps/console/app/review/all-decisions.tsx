import { useEffect, useRef, useState } from 'react';
import { ExportChanges } from '../changes/export-changes.tsx';
import { type Decision, newestFirst, readDecisions } from '../decisions/decision.ts';
import { Decisions } from '../decisions/decision-list.tsx';
import type { Deciding } from '../decisions/use-deciding.ts';
import { Empty, Loading, Problems } from '../parts/states.tsx';

import { useRequest } from '../use-request.ts';

interface AllDecisionsProps {
  readonly deciding: Deciding;
  /** Another one when decisions were made elsewhere on the page. */
  readonly version: number;
}

/** Where the list goes on. */
interface Pages {
  /** Stands for the decisions when the pages were read. */
  readonly read: string;
  readonly after: string;
  readonly before: readonly Decision[];
}

/** All decisions, newest first, page by page. */
export function AllDecisions({ deciding, version }: AllDecisionsProps) {
  const [pages, setPages] = useState<Pages>();
  const read = `${deciding.version} ${version}`;
  // After another decision the pages before are old: the list begins again.
  const after = pages?.read === read ? pages.after : undefined;
  const { value, problems, isLoading, repeat } = useRequest(`${after} ${read}`, (signal) =>
    readDecisions(after, signal),
  );
  const before = pages !== undefined && (pages.read === read || isLoading) ? pages.before : [];
  const decisions = newestFirst([...before, ...(value?.decisions ?? [])]);
  // A list that cannot be read for a while must not end an export.
  const hasExport = useRef(false);
  hasExport.current ||= decisions.length > 0;
  const list = useRef<HTMLDivElement>(null);
  const isLast = after !== undefined && !isLoading && value?.after == null;
  // The button of the last page disappears with the focus.
  useEffect(() => {
    if (isLast && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [isLast]);
  return (
    <section className="panel" aria-label="Decisions">
      <h3>Decisions</h3>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {isLoading && decisions.length === 0 && <Loading what="the decisions" lines={2} />}
      {!isLoading && problems === undefined && decisions.length === 0 && (
        <Empty icon="review" title="No decisions yet">
          <p>Decide about a pair above, or link and separate records on the page of an entity.</p>
        </Empty>
      )}
      <div ref={list} tabIndex={-1}>
        <Decisions decisions={decisions} deciding={deciding} />
      </div>
      {value?.after != null && (
        <button
          type="button"
          className="button show-all"
          aria-disabled={isLoading}
          onClick={() => {
            if (!isLoading) setPages({ read, after: value.after!, before: decisions });
          }}
        >
          Older decisions
        </button>
      )}
      {hasExport.current && <ExportChanges />}
    </section>
  );
}
