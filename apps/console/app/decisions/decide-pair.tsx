import { type FormEvent, useId, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import type { Deciding } from './use-deciding.ts';

interface DecidePairProps {
  readonly a: string;
  readonly b: string;
  readonly deciding: Deciding;
}

/** Two buttons that decide about two records. */
export function DecidePair({ a, b, deciding }: DecidePairProps) {
  return (
    <fieldset className="decide-bar">
      <legend className="unseen">
        Decide about {a} and {b}
      </legend>
      <DecideButtons onDecide={(kind) => deciding.ask({ kind, a, b })} />
    </fieldset>
  );
}

/** Two fields for ids of records, and two buttons that decide about them. */
export function DecideForm({ a, deciding }: { readonly a: string; readonly deciding: Deciding }) {
  const id = useId();
  const [typed, setTyped] = useState<{ readonly a: string; readonly of: string }>({ a, of: a });
  // A record that is chosen later replaces what the field has.
  const first = typed.of === a ? typed.a : a;
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const kind = submitter?.getAttribute('value') === 'separate' ? 'separate' : 'link';
    const other = String(new FormData(event.currentTarget).get('b')).trim();
    deciding.ask({ kind, a: first.trim(), b: other });
  };
  return (
    <section className="panel" aria-label="Decide">
      <h3>Decide about two records</h3>
      <form className="decide-form" onSubmit={decide}>
        <div className="field">
          <label htmlFor={`${id}a`}>Record</label>
          <input
            id={`${id}a`}
            value={first}
            onChange={({ target }) => setTyped({ a: target.value, of: a })}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}b`}>and record</label>
          <input id={`${id}b`} name="b" autoComplete="off" spellCheck={false} required />
        </div>
        <div className="decide-bar">
          <DecideButtons />
        </div>
      </form>
    </section>
  );
}

function DecideButtons({ onDecide }: { readonly onDecide?: (kind: 'link' | 'separate') => void }) {
  const type = onDecide === undefined ? 'submit' : 'button';
  return (
    <>
      <button type={type} className="button" value="link" onClick={() => onDecide?.('link')}>
        <Icon name="yes" size={16} /> One entity …
      </button>
      <button type={type} className="button" value="separate" onClick={() => onDecide?.('separate')}>
        <Icon name="no" size={16} /> Two entities …
      </button>
    </>
  );
}
