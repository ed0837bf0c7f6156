import { Fragment, useEffect, useRef } from 'react';
import { Icon } from '../parts/icon.tsx';
import { addressOf } from '../place.ts';
import { outcomeOf } from './outcome.ts';
import type { Deciding } from './use-deciding.ts';

const icons = { done: 'yes', unchanged: 'minus', otherwise: 'warning' } as const;

/** What the last decision did, with a way back. */
export function DecidedBanner({ deciding }: { readonly deciding: Deciding }) {
  const { answered, ask } = deciding;
  const banner = useRef<HTMLDivElement>(null);
  // The answer may be above what the reader sees.
  useEffect(() => {
    if (answered !== undefined) banner.current?.focus();
  }, [answered]);
  if (answered === undefined) return <div role="status" />;
  const { question, decided } = answered;
  const { kind, texts } = outcomeOf(question.kind, decided);
  const { decision, records } = decided;
  return (
    <div ref={banner} role="status" tabIndex={-1} className={`banner decided is-${kind}`}>
      <Icon name={icons[kind]} />
      <p>{texts.join(' ')}</p>
      <p className="decided-links">
        {records.map(({ id }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            <a href={addressOf('entity', { record: id })}>Entity of {id}</a>
          </Fragment>
        ))}
        {decision.undone === null && (
          <button type="button" className="link-button" onClick={() => ask({ kind: 'undo', decision })}>
            Undo …
          </button>
        )}
      </p>
    </div>
  );
}
