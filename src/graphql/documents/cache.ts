/** The limits of a cache. Parsed documents are about 50 times the size of their text. */
export interface CacheBounds {
  readonly entries: number;
  /** Total characters of all keys. */
  readonly characters: number;
}

/** A cache by text that evicts the least recently used entry. Never keeps a text that would fill a quarter of it. */
export class TextCache<Value> {
  readonly #bounds: CacheBounds;
  /** Ordered by last use, because a map iterates in insertion order. */
  readonly #entries = new Map<string, Value>();
  #characters = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(text: string): Value | undefined {
    const value = this.#entries.get(text);
    if (value !== undefined) {
      this.#entries.delete(text);
      this.#entries.set(text, value);
    }
    return value;
  }

  set(text: string, value: Value): void {
    if (text.length * 4 > this.#bounds.characters) return;
    if (this.#entries.delete(text)) this.#characters -= text.length;
    this.#entries.set(text, value);
    this.#characters += text.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#characters <= this.#bounds.characters) return;
      this.#entries.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
