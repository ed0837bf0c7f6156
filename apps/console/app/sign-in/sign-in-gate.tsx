import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { renewConfiguration } from '../api/configuration.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { areStylesThere, onStyles } from '../parts/page-styles.ts';
import { Loading, Problems } from '../parts/states.tsx';
import { pageAddress } from './page-address.ts';
import { signIn, signOut } from './page-sign-in.ts';
import { onAnswer, prepareSignIn } from './protocol.ts';

import type { PreparedSignIn } from './request.ts';
import { finishSignIn, onSignInState, type SignInState, signInState } from './sign-in.ts';

const useSignInState = (): SignInState => useSyncExternalStore(onSignInState, signInState);

/** Renders the views for a person who is signed in. When the sign-in ends, they stay as they are behind a dialog. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const state = useSignInState();
  // Without their styles, views would be a heap of words on a slow network.
  const hasStyles = useSyncExternalStore(onStyles, areStylesThere);
  if (!hasStyles || state.step === 'starting') return <Loading what="the sign-in" />;
  switch (state.step) {
    case 'handed over':
      return <p className="panel">You are signed in. Close this window.</p>;
    case 'signed out':
      return <SignedOut problems={state.problems} />;
    default:
      return (
        <>
          {children}
          {state.step === 'ended' && <SignInAgain />}
        </>
      );
  }
}

function SignedOut({ problems }: { readonly problems: readonly Problem[] | undefined }) {
  return (
    <main className="signed-out">
      <h1>{problems === undefined ? 'You are signed out' : 'You are not signed in'}</h1>
      {problems !== undefined && <Problems problems={problems} />}
      <button type="button" className="button is-main" onClick={() => void signIn()}>
        Sign in
      </button>
    </main>
  );
}

/** Signs in by another window, so that this page keeps what was entered. */
function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [prepared, setPrepared] = useState<PreparedSignIn>();
  const [problems, setProblems] = useState<readonly Problem[]>();
  const [round, setRound] = useState(0);

  useEffect(() => dialog.current?.showModal(), []);
  // A window that opens later than the click is blocked, so its address is made before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round prepares another sign-in
  useEffect(() => {
    let stop = () => {};
    let isOver = false;
    const fail = (error: unknown) => {
      if (!isOver) setProblems(problemsOf(error));
    };
    setPrepared(undefined);
    const preparing = renewConfiguration().then(() => prepareSignIn(pageAddress()));
    preparing.then((next) => {
      if (isOver) return;
      setPrepared(next);
      stop = onAnswer(next.pending.state, (answer) => {
        finishSignIn(next.pending, answer).catch((error: unknown) => {
          fail(error);
          setRound((before) => before + 1);
        });
      });
    }, fail);
    return () => {
      isOver = true;
      stop();
    };
  }, [round]);

  return (
    <dialog
      ref={dialog}
      className="panel confirm"
      aria-labelledby="sign-in-again"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="sign-in-again">Your session has ended</h2>
      <p>Sign in again in another window. What you entered stays here, and what you were doing goes on.</p>
      {problems !== undefined && <Problems problems={problems} />}
      <p className="confirm-buttons">
        <button
          type="button"
          className="button is-main"
          disabled={prepared === undefined && problems === undefined}
          onClick={() => {
            setProblems(undefined);
            if (prepared === undefined) setRound((before) => before + 1);
            else window.open(prepared.address, 'entity-data-sign-in', 'popup,width=520,height=720');
          }}
        >
          Sign in
        </button>
      </p>
    </dialog>
  );
}

/** Who is signed in, and the way out. */
export function SignedInPerson() {
  const state = useSignInState();
  if (state.step !== 'signed in') return null;
  return (
    <div className="head-person">
      {state.person !== undefined && (
        <span className="head-name" title={`Signed in as ${state.person}`}>
          <span className="unseen">Signed in as </span>
          {state.person}
        </span>
      )}
      <button type="button" className="head-link link-button" onClick={() => void signOut()}>
        Sign out
      </button>
    </div>
  );
}
