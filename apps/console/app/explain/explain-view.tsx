import '../shared.ts';
import { type FormEvent, useId } from 'react';
import type { Explanation } from '../../../../src/graphql/queries/explain.generated.ts';
import { titleOf } from '../api/record-values.ts';
import { ConfirmDecision } from '../decisions/confirm-decision.tsx';
import { DecidePair } from '../decisions/decide-pair.tsx';
import { DecidedBanner } from '../decisions/decided-banner.tsx';
import { DecisionsOf } from '../decisions/decision-list.tsx';
import { type Deciding, useDeciding } from '../decisions/use-deciding.ts';
import { EntityID, RuleChip, Verdict } from '../parts/marks.tsx';
import { outcomeTexts } from '../parts/outcomes.ts';
import { RuleVerdicts } from '../parts/rule-verdicts.tsx';
import { SharedKeys } from '../parts/shared-keys.tsx';
import { Empty, Loading, Problems } from '../parts/states.tsx';

import { addressOf } from '../place.ts';
import { useFormOf } from '../use-kept.ts';
import { useRequest } from '../use-request.ts';
import { useDeployment } from '../with-deployment.tsx';
import { type ExplainedPair, explainPair, type Link, mostNeighbours, readNeighbours } from './explanation.ts';
import { RecordSides } from './record-sides.tsx';

/** Why two records are, or are not, one entity. */
export function ExplainView({ query }: { readonly query: URLSearchParams }) {
  const { records } = useDeployment();
  const a = query.get('a') ?? '';
  const b = query.get('b') ?? '';
  const isAsked = a !== '' && b !== '';
  const { value, problems, isLoading, repeat, refresh } = useRequest(isAsked ? query.toString() : undefined, (signal) =>
    explainPair({ a, b }, records.selection, signal),
  );
  const deciding = useDeciding(query.toString(), refresh);
  return (
    <>
      <PairForm
        a={a}
        b={b}
        onExplain={(pair) => {
          if (pair.a === a && pair.b === b) repeat();
          else window.location.hash = addressOf('explain', pair);
        }}
      />
      {!isAsked && (
        <Empty icon="explain" title="Which two records?">
          <p>Enter the ids of two stored records to see what every rule compared, with its result.</p>
        </Empty>
      )}
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {isLoading && <Loading what="the explanation" lines={6} />}
      <DecidedBanner deciding={deciding} />
      {!isLoading && value !== undefined && <Explained pair={value} deciding={deciding} />}
      <ConfirmDecision deciding={deciding} />
    </>
  );
}

interface PairFormProps {
  readonly a: string;
  readonly b: string;
  readonly onExplain: (pair: { readonly a: string; readonly b: string }) => void;
}

function PairForm({ a, b, onExplain }: PairFormProps) {
  const id = useId();
  const formOfPair = useFormOf(`${a}:${b}`);
  const explain = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const pair = { a: String(form.get('a')).trim(), b: String(form.get('b')).trim() };
    if (pair.a !== '' && pair.b !== '') onExplain(pair);
  };
  return (
    <form ref={formOfPair} className="look-up" onSubmit={explain} aria-label="Explain two records">
      <div className="named">
        <label htmlFor={`${id}a`}>Record</label>
        <input id={`${id}a`} name="a" defaultValue={a} autoComplete="off" spellCheck={false} required />
      </div>
      <div className="named">
        <label htmlFor={`${id}b`}>and record</label>
        <input id={`${id}b`} name="b" defaultValue={b} autoComplete="off" spellCheck={false} required />
      </div>
      <button type="submit" className="button is-main">
        Explain
      </button>
    </form>
  );
}

interface ExplainedProps {
  readonly pair: ExplainedPair;
  readonly deciding: Deciding;
}

function Explained({ pair: { explanation, a, b }, deciding }: ExplainedProps) {
  const { records } = useDeployment();
  const titles = new Map([a, b].map((record) => [record.id, titleOf(record, records.fields)]));
  return (
    <article className="explained">
      <Together explanation={explanation} titles={titles} />
      {explanation.chain.length > 1 && <Neighbours chain={explanation.chain} />}
      <RecordSides a={a} b={b} fields={records.fields} />
      <DecidePair a={a.id} b={b.id} deciding={deciding} />
      <p className="aside-link">
        <a href={addressOf('rules', { a: a.id, b: b.id })}>Try other rules on these two in the playground</a>
      </p>
      {explanation.groups.map(({ group, outcome, keptApartBy, link, deduplicate, consistency, review }) => (
        <section key={group} className="panel">
          <header className="section-head">
            <h3>Rules of {group}</h3>
            <Verdict
              holds={outcome === 'LINK' || outcome === 'DUPLICATE'}
              yes={`By themselves: ${outcomeTexts[outcome]}`}
              no={`By themselves: ${outcomeTexts[outcome]}`}
            />
          </header>
          {keptApartBy !== null && <p>The consistency rule set {keptApartBy} refuses the link.</p>}
          <RuleVerdicts rules={link.rules} />
          {review !== null && outcome !== 'LINK' && outcome !== 'DUPLICATE' && (
            <>
              <h4>Review</h4>
              <RuleVerdicts rules={review.rules} />
            </>
          )}
          {deduplicate !== null && (
            <>
              <h4>Deduplication</h4>
              <RuleVerdicts rules={deduplicate.rules} />
            </>
          )}
          {consistency !== null && (
            <>
              <h4>Consistency</h4>
              <RuleVerdicts rules={consistency.rules} />
            </>
          )}
        </section>
      ))}
      <SharedKeys keys={explanation.sharedKeys} count={explanation.sharedKeys.length} />
      <DecisionsOf records={[a.id, b.id]} deciding={deciding} />
    </article>
  );
}

interface TogetherProps {
  readonly explanation: Explanation;
  readonly titles: ReadonlyMap<string, string>;
}

function Together({ explanation: { together, chain, a, b }, titles }: TogetherProps) {
  const name = (id: string) => titles.get(id) ?? id;
  return (
    <section className={together ? 'banner is-yes' : 'banner is-no'} aria-label="Verdict">
      <h2>
        <Verdict holds={together} yes="One entity" no="Two entities" />
      </h2>
      {together ? (
        <p>
          <a href={addressOf('entity', { id: a.entityID, record: a.id })}>
            <EntityID id={a.entityID} />
          </a>
        </p>
      ) : (
        <p>
          <a href={addressOf('entity', { id: a.entityID, record: a.id })}>
            <bdi>{name(a.id)}</bdi>
          </a>
          {b !== null && (
            <>
              {' and '}
              <a href={addressOf('entity', { id: b.entityID, record: b.id })}>
                <bdi>{name(b.id)}</bdi>
              </a>
            </>
          )}{' '}
          are in different entities.
        </p>
      )}
      {chain.length > 0 && (
        <ol className="chain" aria-label="Chain of links">
          <li>
            <code className="id">{chain[0]?.a}</code>
          </li>
          {chain.map((link) => (
            <li key={`${link.a}:${link.b}`}>
              <RuleChip rule={link.rule} />
              <code className="id">{link.b}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What each two neighbours of a chain share. */
function Neighbours({ chain }: { readonly chain: readonly Link[] }) {
  const { value, problems, repeat } = useRequest(chain.map(({ a, b }) => `${a}:${b}`).join(), (signal) =>
    readNeighbours(chain, signal),
  );
  return (
    <section className="panel" aria-label="Chain">
      <h3>What neighbours share</h3>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {value === undefined && problems === undefined && <Loading what="the chain" lines={chain.length} />}
      <ol className="lines">
        {value?.map(({ link: { a, b, rule }, values }) => (
          <li key={`${a}:${b}`}>
            <span>
              <code className="id">{a}</code> and <code className="id">{b}</code>
            </span>
            <RuleChip rule={rule} />
            <span className="key-parts">
              {values.map((shared) => (
                <code key={shared.resolver} title={shared.resolver}>
                  {shared.a === shared.b ? shared.a : `${shared.a} ~ ${shared.b}`}
                </code>
              ))}
              {values.length === 0 && <span className="nothing">{reasonWithoutValues(rule)}</span>}
            </span>
            <a href={addressOf('explain', { a, b })}>
              Explain<span className="unseen">{` ${a} and ${b}`}</span>
            </a>
          </li>
        ))}
      </ol>
      {chain.length > mostNeighbours && (
        <p className="nothing">The chain has {chain.length - mostNeighbours} more links.</p>
      )}
    </section>
  );
}

function reasonWithoutValues(rule: string): string {
  if (rule === 'STATIC') return 'a person or a submit linked them';
  return rule === 'duplicate' ? 'one is a duplicate of the other' : '';
}
