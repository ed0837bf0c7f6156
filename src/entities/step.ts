/** One step of a retry protocol: a result, or what the next attempt begins with. */
export type Step<Done, Retry = true> = { readonly done: Done } | { readonly retry: Retry };
