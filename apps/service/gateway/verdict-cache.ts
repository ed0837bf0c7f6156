import type { Verdict } from './verdict.ts';

/** Cached verdicts per authorizer; the least recently used one is evicted first. */
const cacheEntries = 10_000;

/** The verdicts of one authorizer, by the values of the identity sources. Without such values there is no cache key. */
export class VerdictCache {
  readonly #ttl: number;
  readonly #now: () => number;
  /** Ordered by last use, because a map iterates in insertion order. */
  readonly #entries = new Map<string, { readonly verdict: Verdict; readonly until: number }>();

  /** @param ttl milliseconds; 0 disables the cache */
  constructor(ttl: number, now: () => number) {
    this.#ttl = ttl;
    this.#now = now;
  }

  get(identity: readonly string[]): Verdict | undefined {
    const key = this.#keyOf(identity);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.verdict;
  }

  set(identity: readonly string[], verdict: Verdict): void {
    const key = this.#keyOf(identity);
    if (key === undefined) return;
    this.#entries.set(key, { verdict, until: this.#now() + this.#ttl });
    if (this.#entries.size > cacheEntries) this.#entries.delete(this.#entries.keys().next().value as string);
  }

  #keyOf(identity: readonly string[]): string | undefined {
    if (this.#ttl <= 0 || identity.length === 0) return undefined;
    return identity.length === 1 ? identity[0] : JSON.stringify(identity);
  }
}
