import { useSyncExternalStore } from 'react';
import { onSignInState, type SignInState, signInState } from './sign-in.ts';

export const useSignInState = (): SignInState => useSyncExternalStore(onSignInState, signInState);
