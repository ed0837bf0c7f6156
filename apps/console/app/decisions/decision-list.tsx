import { Instant } from '../parts/marks.tsx';
import { Loading, Problems } from '../parts/states.tsx';

import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { type Decision, personText, readDecisionsOf } from './decision.ts';
import type { Deciding } from './use-deciding.ts';

interface DecisionsOfProps {
  readonly records: readonly string[];
  readonly deciding: Deciding;
}

/** The latest decisions about some records: who, when and why, and a way back. */
export function DecisionsOf(props: DecisionsOfProps) {
  // Other records show nothing of the former ones while theirs are read.
  return <DecisionsOfThese key={props.records.join()} {...props} />;
}

function DecisionsOfThese({ records, deciding }: DecisionsOfProps) {
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

const words = { LINK: 'are one entity', SEPARATE: 'are apart' } as const;

/** Decisions, each with a way back. */
export function Decisions({
  decisions,
  deciding,
}: {
  readonly decisions: readonly Decision[];
  readonly deciding: Deciding;
}) {
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
