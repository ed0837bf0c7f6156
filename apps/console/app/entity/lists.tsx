import { useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { personText } from '../decisions/decision.ts';
import { EntityID, RuleChips } from '../parts/marks.tsx';
import { Problems } from '../parts/states.tsx';
import { FirstOf } from '../parts/tables.tsx';

import { addressOf } from '../place.ts';
import { duplicatePairs, type Entity, readPairs } from './entity.ts';

interface ListProps {
  readonly entity: Entity;
  /** Titles of records by id. */
  readonly titles: ReadonlyMap<string, string>;
}

/** The linked pairs as a list, page by page: those that hold the entity together first. */
export function LinkList({ entity, titles }: ListProps) {
  // An entity that is read again begins with its first page.
  const start = { of: entity.pairs, pairs: entity.pairs.pairs, after: entity.pairs.after };
  const [state, setState] = useState(start);
  const { pairs, after } = state.of === entity.pairs ? state : start;
  const { count } = entity.pairs;
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [isBusy, setBusy] = useState(false);
  const readMore = () => {
    if (after === null || isBusy) return;
    setBusy(true);
    setProblems(undefined);
    readPairs(entity.id, { after })
      .then(
        (page) => setState({ of: entity.pairs, pairs: [...pairs, ...page.pairs], after: page.after }),
        (error: unknown) => setProblems(problemsOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <section className="panel">
      <h3>Links</h3>
      {pairs.length === 0 && <p className="nothing">None: the entity has a single record.</p>}
      <FirstOf items={pairs} name={after === null ? 'links' : `of ${count.toLocaleString('en')} links`} first={20}>
        {(shown) => (
          <ul className="lines">
            {shown.map(({ a, b, rules, bridge }) => (
              <li key={`${a}:${b}`}>
                <Pair a={a} b={b} titles={titles} word="and" />
                <RuleChips rules={rules} />
                {bridge && entity.records.length > 2 && <span className="bridge-word">holds two parts together</span>}
                <a href={addressOf('explain', { a, b })}>
                  Explain<span className="unseen">{` ${a} and ${b}`}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
      {problems !== undefined && <Problems problems={problems} />}
      {after !== null && (
        <button type="button" className="button show-all" disabled={isBusy} onClick={readMore}>
          Read more of {count.toLocaleString('en')} links
        </button>
      )}
    </section>
  );
}

export function DuplicateList({ entity, titles }: ListProps) {
  const pairs = duplicatePairs(entity);
  return (
    <section className="panel">
      <h3>Duplicates</h3>
      {pairs.length === 0 && <p className="nothing">None: no record is a duplicate of another.</p>}
      <ul className="lines">
        {pairs.map(({ original, duplicate }) => (
          <li key={`${original}:${duplicate}`}>
            <Pair a={duplicate} b={original} titles={titles} word="of" />
            <a href={addressOf('explain', { a: original, b: duplicate })}>
              Explain<span className="unseen">{` ${duplicate} of ${original}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function BanList({ entity: { connectionBans } }: { readonly entity: Entity }) {
  return (
    <section className="panel">
      <h3>Connection bans</h3>
      {connectionBans.length === 0 && (
        <p className="nothing">None: no constraint keeps this entity apart from another.</p>
      )}
      <ul className="lines">
        {connectionBans.map(({ reference, others, user, verified, reason }) => (
          <li key={reference} className="ban">
            <span>
              Kept apart from{' '}
              {others.map((other) => (
                <a key={other} href={addressOf('entity', { id: other })}>
                  <EntityID id={other} />
                </a>
              ))}
            </span>
            <span className="ban-reason">
              {reason} <span className="nothing">by {personText({ user, verified, client: '' })}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PairProps {
  readonly a: string;
  readonly b: string;
  readonly word: string;
  readonly titles: ReadonlyMap<string, string>;
}

function Pair({ a, b, word, titles }: PairProps) {
  return (
    <span className="pair">
      <span>
        <bdi>{titles.get(a) ?? a}</bdi> <code className="id">{a}</code>
      </span>
      <span className="pair-word">{word}</span>
      <span>
        <bdi>{titles.get(b) ?? b}</bdi> <code className="id">{b}</code>
      </span>
    </span>
  );
}
