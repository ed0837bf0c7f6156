import { usePerson } from '../sign-in/use-sign-in.ts';
import { useKept } from '../use-kept.ts';

export interface Steward {
  /** Empty until the reader types it. */
  readonly name: string;
  /** True if a sign-in gives the name, so that the reader cannot change it. */
  readonly isSignedIn: boolean;
  readonly setName: (name: string) => void;
}

/** The person who decides. A sign-in gives the name; without one the reader types it, once until the page is closed. */
export function useSteward(): Steward {
  const person = usePerson();
  const [typed, setName] = useKept('steward', '');
  return { name: person ?? typed, isSignedIn: person !== undefined, setName };
}
