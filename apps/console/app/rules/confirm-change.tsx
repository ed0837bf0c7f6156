import { Modal } from '../parts/modal.tsx';
import { number } from '../statistics/numbers.ts';
import { type ChangeAction, type RuleChange, targetOf } from './rule-change.ts';

interface ConfirmProps {
  readonly action: ChangeAction;
  readonly change: RuleChange;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before a change goes on or is taken back, and names the numbers. Escape cancels. */
export function ConfirmChange({ action, change, onConfirm, onCancel }: ConfirmProps) {
  const isContinue = action === 'continue';
  return (
    <Modal title={isContinue ? questionOf(change) : 'Take the change back?'} onClose={onCancel}>
      <p>{isContinue ? <WhatFollows change={change} /> : <WhatIsUndone change={change} />}</p>
      <p className="confirm-buttons">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="button is-main" onClick={onConfirm}>
          {isContinue ? 'Continue the change' : 'Roll back'}
        </button>
      </p>
    </Modal>
  );
}

const questionOf = ({ phase }: RuleChange): string =>
  phase === null ? 'Begin the change?' : 'Put the next rules into force?';

function WhatFollows({ change }: { readonly change: RuleChange }) {
  const { phase, report } = change;
  if (phase === null) {
    return (
      <>
        Stored records are indexed and counted by the rule-config <DocumentName name={targetOf(change)} />. Then the
        change waits again.
      </>
    );
  }
  return (
    <>
      The rule-config <DocumentName name={targetOf(change)} /> decides from now on.{' '}
      {report !== null &&
        `${number(report.merging)} entities merge, ${number(report.splitting)} split and ${number(report.both)} do both; ${number(report.recordsTouched)} of ${number(report.records)} records are in an entity that changes.`}
    </>
  );
}

function WhatIsUndone({ change: { from, recordsChanged, phase } }: { readonly change: RuleChange }) {
  return (
    <>
      The rule-config <DocumentName name={from ?? ''} /> decides again.{' '}
      {phase === 'INDEX' || phase === 'READY'
        ? 'No entity has changed yet.'
        : `${recordsChanged === 1 ? '1 record was' : `${number(recordsChanged)} records were`} split off or united. Entities become those of the former rules again.`}
    </>
  );
}

/** The beginning of a rule-config's SHA-256; its title has the whole. */
export function DocumentName({ name }: { readonly name: string }) {
  return (
    <code className="id" title={name}>
      {name.slice(0, 12)}…
    </code>
  );
}
