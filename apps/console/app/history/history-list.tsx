import { useState } from 'react';
import { EntityID, Instant } from '../parts/marks.tsx';

import { Loading, Problems } from '../parts/states.tsx';

import { addressOf } from '../place.ts';
import { useHandedFocus } from '../use-keys.ts';
import { useRequest } from '../use-request.ts';
import { eventText, type HistoryEvent, type HistorySubject, readHistory } from './history.ts';

interface HistoryProps {
  readonly subject: HistorySubject;
  /** What the history is of, such as `the entity`. */
  readonly name: string;
  /** Another one when something was decided on the page. */
  readonly version: number;
}

/** What happened to a record or an entity; read when the reader opens it. */
export function History({ subject, name, version }: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="panel fold history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>History of {name}</h3>
      </summary>
      {isOpen && <Events key={`${JSON.stringify(subject)} ${version}`} subject={subject} />}
    </details>
  );
}

/** Records that a line names. */
const mostNamed = 10;

function Events({ subject }: { readonly subject: HistorySubject }) {
  const [before, setBefore] = useState<{ readonly after: string; readonly events: readonly HistoryEvent[] }>();
  const { value, problems, isLoading, repeat } = useRequest(before?.after ?? 'first', (signal) =>
    readHistory(subject, before?.after, signal),
  );
  const page = isLoading || problems !== undefined ? undefined : value;
  const next = useHandedFocus<HTMLLIElement & HTMLOListElement>(page && (before?.after ?? 'first'));
  // A deployment keeps a history if its owner says for how long.
  const off = problems?.find(({ code }) => code === 'HISTORY_OFF');
  if (off !== undefined) return <p className="nothing">This deployment keeps no history: {off.hint ?? off.message}</p>;
  const former = before?.events ?? [];
  const read = page?.events ?? [];
  const all = [...former, ...read];
  const after = page?.after ?? null;
  return (
    <>
      {page !== undefined && all.length === 0 && <p className="nothing">Nothing is known of it.</p>}
      <ol ref={read.length === 0 ? next : undefined} tabIndex={-1} className="lines events">
        {all.map((event, index) => (
          <li key={event.id} ref={index === former.length ? next : undefined} tabIndex={-1}>
            <EventLine event={event} />
          </li>
        ))}
      </ol>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {isLoading && <Loading what="the history" lines={3} />}
      {after !== null && (
        <button type="button" className="button show-all" onClick={() => setBefore({ after, events: all })}>
          What happened before
        </button>
      )}
    </>
  );
}

function EventLine({ event }: { readonly event: HistoryEvent }) {
  const { at, entityID, entityIDs, recordIDs } = event;
  const named = recordIDs.slice(0, mostNamed);
  return (
    <>
      <p>{eventText(event)}</p>
      <p className="nothing">
        <Instant at={at} />
        {[...(entityID === null ? [] : [entityID]), ...entityIDs].map((id, index) => (
          <span key={id}>
            {index === 0 ? ', entity ' : ' and '}
            <a href={addressOf('entity', { id })}>
              <EntityID id={id} />
            </a>
          </span>
        ))}
      </p>
      {named.length > 0 && (
        <p className="nothing">
          Records:{' '}
          {named.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a className="id" href={addressOf('entity', { record: id })}>
                {id}
              </a>
            </span>
          ))}
          {recordIDs.length > mostNamed && ` and ${recordIDs.length - mostNamed} more`}
        </p>
      )}
    </>
  );
}
