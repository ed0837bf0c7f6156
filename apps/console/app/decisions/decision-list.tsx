import { useState } from 'react';
import { ExportChanges } from '../changes/export-changes.tsx';
import { Empty } from '../parts/empty.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { type Decision, newestFirst, personText, readDecisions, readDecisionsOf } from './decision.ts';
import type { Deciding } from './use-deciding.ts';

/** The latest decisions about some records: who, when and why, and a way back. */
export function DecisionsOf({
  records,
  deciding,
}: {
  readonly records: readonly string[];
  readonly deciding: Deciding;
}) {
  const { value, problems, repeat } = useRequest(`${records.join()} ${deciding.version}`, (signal) =>
    readDecisionsOf(records, signal),
  );
  return (
    <section className="panel" aria-label="Decisions">
      <h3>Decisions</h3>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {value === undefined && problems === undefined && <Loading what="the decisions" lines={2} />}
      {value?.length === 0 && <p className="nothing">None: no person decided about these records.</p>}
      {value !== undefined && <Decisions decisions={value} deciding={deciding} />}
    </section>
  );
}

interface AllDecisionsProps {
  readonly deciding: Deciding;
  /** Another one when decisions were made elsewhere on the page. */
  readonly version: number;
}

/** All decisions, newest first, page by page. */
export function AllDecisions({ deciding, version }: AllDecisionsProps) {
  const [pages, setPages] = useState<{ readonly after: string; readonly before: readonly Decision[] }>();
  const { value, problems, isLoading, repeat } = useRequest(
    `${pages?.after} ${deciding.version} ${version}`,
    (signal) => readDecisions(pages?.after, signal),
  );
  const decisions = newestFirst([...(pages?.before ?? []), ...(value?.decisions ?? [])]);
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
      <Decisions decisions={decisions} deciding={deciding} />
      {value?.after != null && (
        <button
          type="button"
          className="button show-all"
          disabled={isLoading}
          onClick={() => setPages({ after: value.after!, before: decisions })}
        >
          Older decisions
        </button>
      )}
      {decisions.length > 0 && <ExportChanges />}
    </section>
  );
}

const words = { LINK: 'are one entity', SEPARATE: 'are apart' } as const;

function Decisions({ decisions, deciding }: { readonly decisions: readonly Decision[]; readonly deciding: Deciding }) {
  return (
    <ul className="lines decisions">
      {decisions.map((decision) => {
        const { id, kind, a, b, client, reason, decidedAt, undone } = decision;
        return (
          <li key={id} className={undone === null ? undefined : 'is-undone'}>
            <p>
              <RecordLink id={a} /> and <RecordLink id={b} /> {words[kind]}
            </p>
            <p className="nothing">
              <span title={client === '' ? undefined : `client ${client}`}>{personText(decision)}</span>,{' '}
              <Instant at={decidedAt} />
              {reason !== null && `: ${reason}`}
            </p>
            {undone === null ? (
              <button
                type="button"
                className="link-button"
                onClick={() => deciding.ask({ kind: 'undo', decision })}
                aria-label={`Undo: ${a ?? 'erased'} and ${b ?? 'erased'} ${words[kind]}`}
              >
                Undo …
              </button>
            ) : (
              <p className="nothing">
                taken back{undone.user !== '' && ` by ${personText(undone)}`}, <Instant at={undone.at} />
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function RecordLink({ id }: { readonly id: string | null }) {
  if (id === null) return <span className="nothing">an erased record</span>;
  return (
    <a className="id" href={addressOf('entity', { record: id })}>
      {id}
    </a>
  );
}
