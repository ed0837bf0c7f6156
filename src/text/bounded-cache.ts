/** Longer keys are not cached: values that repeat are short, and a malicious one could fill the memory. */
const MAX_KEY_LENGTH = 256;

/**
 * Caches the most recent results of a slow pure function in bounded memory. It uses two generations instead of a linked
 * list. When the young one is full, it becomes the old one, and the former old one is dropped; a hit in the old one
 * moves the entry to the young one. The cache contains at most 2 × `size` entries, and a hit costs one or two map
 * look-ups.
 */
export class BoundedCache<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (key.length > MAX_KEY_LENGTH) return;
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
