import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  /** True while nothing may close it. */
  readonly mustStay?: boolean;
  readonly children: ReactNode;
}

/** A question over the page. Escape closes it, and the focus goes back to where it was. */
export function Modal({ title, onClose, mustStay = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Gives the focus back.
    return () => shown?.close();
  }, []);
  const cancel = (event: SyntheticEvent) => {
    if (mustStay) event.preventDefault();
  };
  const close = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    // A dialog that is gone says so late, when another one may be open.
    if (!currentTarget.isConnected) return;
    // A browser lets nothing prevent a second Escape.
    if (mustStay) currentTarget.showModal();
    else onClose();
  };
  return (
    <dialog ref={dialog} className="panel confirm" aria-labelledby={id} onCancel={cancel} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
