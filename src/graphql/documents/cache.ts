/** What is kept at most, over all entries. Parsed documents are some 50 times the size of their text. */
export interface CacheBounds {
  readonly entries: number;
  /** Characters of all keys together. */
  readonly characters: number;
}

/** A cache by text that forgets what was used longest ago. A text that would fill a quarter of it is not kept. */
export class TextCache<Value> {
  readonly #bounds: CacheBounds;
  /** In the order of use: a map iterates in the order of insertion. */
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
