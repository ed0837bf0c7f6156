import type { LinkedPair } from '../../../../src/graphql/queries/whole-entity.generated.ts';
import '../shared.ts';
import { type FormEvent, Fragment, type Ref, useMemo, useState } from 'react';
import { type RecordData, textsAt, titleOf } from '../api/record-values.ts';
import { ConfirmDecision } from '../decisions/confirm-decision.tsx';
import { DecideForm } from '../decisions/decide-pair.tsx';
import { DecidedBanner } from '../decisions/decided-banner.tsx';
import { DecisionsOf } from '../decisions/decision-list.tsx';
import { type Deciding, useDeciding } from '../decisions/use-deciding.ts';
import { History } from '../history/history-list.tsx';
import { EntityID, RuleChips, Score } from '../parts/marks.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';
import { FirstOf, RecordTable } from '../parts/tables.tsx';
import { addressOf } from '../place.ts';
import { useFormOf } from '../use-kept.ts';
import { useHandedFocus } from '../use-keys.ts';
import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { duplicatePairs, type Entity, loadEntity, pairsOf, readPairs } from './entity.ts';
import { EntityPicture } from './entity-picture.tsx';
import { mostRecords } from './layout.ts';
import { BanList, DuplicateList, LinkList } from './lists.tsx';

interface ChosenRecordProps {
  readonly record: RecordData | undefined;
  readonly entity: Entity;
  /** Those of the record. */
  readonly pairs: readonly LinkedPair[];
  readonly onChoose: (id: string) => void;
}

/** All values of the chosen record, and the records that it is linked with. */
export function ChosenRecord({ record, entity, pairs, onChoose }: ChosenRecordProps) {
  const { records } = useDeployment();
  if (record === undefined) {
    return (
      <aside className="panel chosen" aria-label="Chosen record">
        <p className="nothing">Choose a record in the picture to see its values and links.</p>
        {entity.records.length > 1 && (
          <ul className="choices">
            {entity.records.slice(0, 12).map(({ id }) => (
              <li key={id}>
                <button type="button" className="link-button" onClick={() => onChoose(id)}>
                  {id}
                </button>
              </li>
            ))}
          </ul>
        )}
      </aside>
    );
  }
  const links = pairs.map(({ a, b, rules }) => ({ other: a === record.id ? b : a, rules }));
  const original = duplicatePairs(entity).find(({ duplicate }) => duplicate === record.id)?.original;
  return (
    <aside className="panel chosen" aria-label="Chosen record" aria-live="polite">
      <h3>
        <code className="id">{record.id}</code>
      </h3>
      <dl className="values">
        {records.fields.map((leaf) => {
          const texts = textsAt(record, leaf);
          if (leaf.name === 'id' || texts.length === 0) return null;
          return (
            <div key={leaf.name}>
              <dt>{leaf.name}</dt>
              <dd>{texts.join(', ')}</dd>
            </div>
          );
        })}
      </dl>
      {original !== undefined && (
        <p className="nothing">
          A duplicate of{' '}
          <button type="button" className="link-button" onClick={() => onChoose(original)}>
            {original}
          </button>
        </p>
      )}
      {links.length > 0 && (
        <>
          <h4>Linked with</h4>
          <FirstOf key={record.id} items={links} name="links" first={6}>
            {(shown) => (
              <ul className="lines">
                {shown.map(({ other, rules }) => (
                  <li key={other}>
                    <button type="button" className="link-button" onClick={() => onChoose(other)}>
                      {other}
                    </button>
                    <RuleChips rules={rules} />
                    <a href={addressOf('explain', { a: record.id, b: other })}>
                      Explain<span className="unseen">{` ${record.id} and ${other}`}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        </>
      )}
    </aside>
  );
}

/** One entity, as a picture and as lists. */
export function EntityView({ query }: { readonly query: URLSearchParams }) {
  const { records } = useDeployment();
  const id = query.get('id') ?? undefined;
  // An address that has only an id may have been typed: the id may be one of a record.
  const record = query.get('record') ?? id;
  const isAsked = id !== undefined || record !== undefined;
  const found = useRequest(isAsked ? query.toString() : undefined, (signal) =>
    loadEntity({ id, record }, records.selection, signal),
  );
  const deciding = useDeciding(query.toString(), found.refresh);
  const heading = useHandedFocus<HTMLHeadingElement>(found.isLoading ? undefined : query.toString());
  // A decision may put the record into another entity: what was chosen stays chosen at this address.
  const [picked, pick] = useState<{ readonly at: string; readonly id: string }>();
  const chosen = picked?.at === query.toString() ? picked.id : record;
  return (
    <>
      <LookUp
        text={id ?? record ?? ''}
        onLookUp={(wanted) => {
          // The text may be the id of an entity or of a record.
          const next = new URLSearchParams({ id: wanted, record: wanted });
          if (next.toString() === query.toString()) found.repeat();
          else window.location.hash = addressOf('entity', next);
        }}
      />
      {!isAsked && (
        <Empty icon="entity" title="Which entity?">
          <p>Enter the id of an entity or of one of its records, or open an entity from the search.</p>
        </Empty>
      )}
      {found.problems !== undefined && <Problems problems={found.problems} onRepeat={found.repeat} />}
      {found.isLoading && <Loading what="the entity" lines={6} />}
      {isAsked && !found.isLoading && found.value === null && (
        <Empty icon="entity" title="Not found">
          <p>
            No entity or record has the id <code>{id ?? record}</code>.
          </p>
        </Empty>
      )}
      <DecidedBanner deciding={deciding} />
      {!found.isLoading && found.value && (
        <Shown
          key={found.value.id}
          heading={heading}
          entity={found.value}
          chosen={chosen}
          onChoose={(wanted) => pick({ at: query.toString(), id: wanted })}
          deciding={deciding}
        />
      )}
      <ConfirmDecision deciding={deciding} />
    </>
  );
}

const SHOWN_FORMER_IDS = 3;

function FormerIDs({ ids }: { readonly ids: readonly string[] }) {
  const listed = (some: readonly string[]) =>
    some.map((id, index) => (
      <Fragment key={id}>
        {index > 0 && ', '}
        <EntityID id={id} />
      </Fragment>
    ));
  const more = ids.slice(SHOWN_FORMER_IDS);
  return (
    <div className="card-about">
      formerly {listed(ids.slice(0, SHOWN_FORMER_IDS))}
      {more.length > 0 && (
        <details>
          <summary>and {more.length.toLocaleString('en')} more</summary>
          {listed(more)}
        </details>
      )}
    </div>
  );
}

interface LookUpProps {
  readonly text: string;
  readonly onLookUp: (wanted: string) => void;
}

function LookUp({ text, onLookUp }: LookUpProps) {
  const form = useFormOf(text);
  const lookUp = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('id')).trim();
    if (wanted !== '') onLookUp(wanted);
  };
  return (
    <form ref={form} className="look-up" onSubmit={lookUp} aria-label="Look up an entity">
      <div className="named">
        <label htmlFor="look-up">Entity or record id</label>
        <input id="look-up" name="id" defaultValue={text} autoComplete="off" spellCheck={false} data-varies="" />
      </div>
      <button type="submit" className="button is-main">
        Show
      </button>
    </form>
  );
}

interface ShownProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly entity: Entity;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly deciding: Deciding;
}

function Shown({ heading, entity, chosen: wanted, onChoose, deciding }: ShownProps) {
  const { records: type } = useDeployment();
  const record = entity.records.find(({ id }) => id === wanted);
  const chosen = record?.id;
  const titles = new Map(entity.records.map((record) => [record.id, titleOf(record, type.fields)]));
  const title = titles.get(chosen ?? entity.records[0]?.id ?? '') ?? entity.id;
  const count = entity.records.length;
  const hasAllPairs = entity.pairs.after === null;
  const read = useRequest(
    hasAllPairs || chosen === undefined ? undefined : `${entity.id} ${chosen} ${deciding.version}`,
    (signal) => readPairs(entity.id, chosen === undefined ? {} : { record: chosen }, signal),
  );
  const { pairs } = (read.isLoading ? undefined : read.value) ?? entity.pairs;
  const chosenPairs = useMemo(() => (chosen === undefined ? [] : pairsOf(pairs, chosen)), [pairs, chosen]);
  return (
    <article className="entity">
      <header className="entity-head">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="card-about">
            {count === 1 ? '1 record' : `${count.toLocaleString('en')} records`} · <EntityID id={entity.id} />
          </p>
          {entity.aliases.length > 0 && <FormerIDs ids={entity.aliases} />}
        </div>
        <div className="scores">
          {entity.score !== undefined && <Score label="Score" value={entity.score} />}
          {entity.consistency !== undefined && <Score label="Consistency" value={entity.consistency} />}
        </div>
      </header>
      <div className="columns is-entity">
        {count <= mostRecords ? (
          <EntityPicture
            entity={entity}
            titles={titles}
            chosen={chosen}
            chosenPairs={chosenPairs}
            onChoose={onChoose}
          />
        ) : (
          <div className="panel">
            <Empty icon="entity" title="Too many records for a picture">
              <p>The list below has all {count.toLocaleString('en')} of them.</p>
              {entity.score === undefined && (
                <p>They have too many links for one answer. Use Explain for two of them.</p>
              )}
            </Empty>
          </div>
        )}
        <ChosenRecord record={record} entity={entity} pairs={chosenPairs} onChoose={onChoose} />
      </div>
      <section className="panel">
        <h3>Records</h3>
        <FirstOf items={entity.records} name="records" first={50}>
          {(shown) => (
            <RecordTable caption={`Records of ${title}`} records={shown} fields={type.fields} chosen={chosen} />
          )}
        </FirstOf>
      </section>
      <div className="columns is-lists">
        {entity.score !== undefined && (
          <>
            <LinkList entity={entity} titles={titles} />
            <DuplicateList entity={entity} titles={titles} />
          </>
        )}
        <BanList entity={entity} />
      </div>
      <div className="columns is-deciding">
        <DecideForm a={chosen ?? entity.records[0]?.id ?? ''} deciding={deciding} />
        <div className="stack">
          <DecisionsOf
            records={chosen === undefined ? entity.records.map(({ id }) => id) : [chosen]}
            deciding={deciding}
          />
          <History subject={{ entityID: entity.id }} name="the entity" version={deciding.version} />
          {chosen !== undefined && (
            <History key={chosen} subject={{ recordID: chosen }} name={chosen} version={deciding.version} />
          )}
        </div>
      </div>
    </article>
  );
}
