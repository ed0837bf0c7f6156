import { useSyncExternalStore } from 'react';
import { onSignInState, type SignInState, signInState } from './sign-in.ts';

export const useSignInState = (): SignInState => useSyncExternalStore(onSignInState, signInState);

/** The name of the person who is signed in; undefined where the identity provider gives none. */
export function usePerson(): string | undefined {
  const state = useSignInState();
  return state.step === 'signed in' ? state.person : undefined;
}
