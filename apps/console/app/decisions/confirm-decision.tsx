import { type FormEvent, useState } from 'react';
import { Modal } from '../parts/modal.tsx';
import { Loading, Problems } from '../parts/states.tsx';

import { useRequest } from '../use-request.ts';
import { lookAhead, nameOfBarriers, type Outlook, type Question } from './decision.ts';
import { outlookTexts } from './outcome.ts';
import type { Deciding } from './use-deciding.ts';

const longestReason = 2000;

/** Asks before a decision is stored: what will become of both records, and why. */
export function ConfirmDecision({ deciding }: { readonly deciding: Deciding }) {
  const { question } = deciding;
  return question === undefined ? null : <Confirm key={keyOf(question)} deciding={deciding} question={question} />;
}

const keyOf = (question: Question): string =>
  question.kind === 'undo' ? question.decision.id : `${question.kind} ${question.a} ${question.b}`;

function Confirm({ deciding, question }: { readonly deciding: Deciding; readonly question: Question }) {
  const { problems, isBusy, cancel, confirm } = deciding;
  // A tick is for what it was given for.
  const [lifted, setLifted] = useState<string>();
  const isUndo = question.kind === 'undo';
  // A refusal may mean that the records changed meanwhile: then the outlook is read again.
  const refusals = problems?.map(({ message }) => message).join() ?? '';
  const ahead = useRequest(isUndo ? undefined : `${keyOf(question)} ${refusals}`, async (signal) =>
    isUndo ? undefined : lookAhead(question, signal),
  );
  const barriers = question.kind === 'link' ? barriersOf(ahead.value) : [];
  const shown = barriers.length === 0 ? undefined : ahead.value;
  const name = shown && nameOfBarriers(shown);
  const lift = name !== undefined && lifted === name;
  // A button that is disabled would lose the focus.
  const mustWait = isBusy || ahead.isLoading;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mustWait) return;
    const form = new FormData(event.currentTarget);
    confirm({
      reason: String(form.get('reason') ?? '').trim(),
      lift: lift ? shown : undefined,
    });
  };
  return (
    <Modal title={titleOf(question)} onClose={cancel} mustStay={isBusy}>
      {ahead.isLoading && <Loading what="what the decision would do" lines={2} />}
      <div className="outlook" aria-live="polite">
        {outlookTexts(question, ahead.value).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {ahead.problems !== undefined && <Problems problems={ahead.problems} onRepeat={ahead.repeat} />}
      <form className="decision-form" onSubmit={submit}>
        {barriers.length > 0 && (
          <div className="barriers">
            <ul>
              {barriers.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <label className="check">
              <input
                type="checkbox"
                checked={lift}
                onChange={({ target }) => setLifted(target.checked ? name : undefined)}
                required
              />{' '}
              Lift what keeps the two apart
            </label>
          </div>
        )}
        {!isUndo && (
          <label className="field">
            <span>Reason</span>
            <textarea name="reason" rows={3} maxLength={longestReason} required />
          </label>
        )}
        {problems !== undefined && <Problems problems={problems} />}
        <p className="confirm-buttons">
          <button type="button" className="button" aria-disabled={isBusy} onClick={cancel}>
            Cancel
          </button>
          <button type="submit" className="button is-main" aria-disabled={mustWait}>
            {buttonTexts[question.kind]}
          </button>
        </p>
      </form>
    </Modal>
  );
}

const buttonTexts = { link: 'Link', separate: 'Separate', undo: 'Take back' } as const;

function titleOf(question: Question): string {
  if (question.kind !== 'undo') {
    const pair = `${question.a} and ${question.b}`;
    return question.kind === 'link' ? `Make ${pair} one entity?` : `Separate ${pair}?`;
  }
  const { kind, a, b } = question.decision;
  return `Take back that ${a ?? 'an erased record'} and ${b ?? 'an erased record'} are ${kind === 'LINK' ? 'one entity' : 'apart'}?`;
}

/** What a link has to lift. */
function barriersOf(outlook: Outlook | undefined): readonly string[] {
  if (outlook === undefined) return [];
  return [
    ...outlook.bans.map(({ user, reason }) => `${user} keeps their entities apart: ${reason}`),
    ...(outlook.isLinkRemoved ? ['The link between the two was removed.'] : []),
  ];
}
