import { useSyncExternalStore } from 'react';
import { type Place, placeOf } from './place.ts';

let last: { readonly hash: string; readonly place: Place } | undefined;

/** The open view; updates when the address changes. */
export function usePlace(): Place {
  return useSyncExternalStore(subscribe, present);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}

function present(): Place {
  const { hash } = window.location;
  if (last?.hash !== hash) last = { hash, place: placeOf(hash) };
  return last.place;
}
