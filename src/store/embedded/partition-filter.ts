/**
 * Which partitions the base may have: what it says to be absent is absent. A new record looks for a dozen partitions, of
 * which nearly all are new, and a look into a large B-tree takes longer than all else that is done for one of them.
 *
 * A Bloom filter (Bloom: Space/time trade-offs in hash coding with allowable errors, 1970) whose bits for one key lie in
 * one block, as large as a line of the processor's cache (Putze, Sanders, Singler: Cache-, hash- and space-efficient Bloom
 * filters, 2007), and which grows by layers of twice the size (Almeida et al.: Scalable Bloom filters, 2007). About one
 * in fifty absent partitions is taken for one that may be there.
 */
export interface StoredFilter {
  /** Layers, and keys in the last of them. */
  readonly layers: number;
  readonly keys: number;
  /** A part of a layer; undefined where all of it is zeros. */
  part(layer: number, part: number): Uint8Array | undefined;
}

const FIRST_KEYS = 2 ** 17;
const BITS_PER_KEY = 12;
/** 512 bits. */
const BLOCK_WORDS = 16;
/** What is stored at once: four pages of LMDB, with what LMDB needs before them. */
const PART_WORDS = 255 * BLOCK_WORDS;

const keysOf = (layer: number): number => FIRST_KEYS * 2 ** layer;
const wordsOf = (layer: number): number => (keysOf(layer) * BITS_PER_KEY) / 32;

const SCATTER_1 = 0x9e_37_79_b1;
const SCATTER_2 = 0x85_eb_ca_6b;

export class PartitionFilter {
  readonly #layers: Uint32Array<ArrayBuffer>[] = [];
  /** Of each layer the parts that have changed since {@link saved}. */
  readonly #changed: Uint8Array[] = [];
  #keys = 0;
  /** Keys that the last layer has room for. */
  #most = 0;

  get layers(): number {
    return this.#layers.length;
  }

  /** Keys in the last layer. */
  get keys(): number {
    return this.#keys;
  }

  /** Whether there may be a partition with this hash of its key. */
  has(hash: number): boolean {
    // The newest and largest first.
    for (let layer = this.#layers.length - 1; layer >= 0; layer--) if (hasIn(this.#layers[layer]!, hash)) return true;
    return false;
  }

  add(hash: number): void {
    if (this.has(hash)) return;
    if (this.#keys >= this.#most) {
      this.#addLayer(this.#layers.length);
      this.#keys = 0;
    }
    const layer = this.#layers.length - 1;
    const words = this.#layers[layer]!;
    const block = blockOf(words, hash);
    addTo(words, block, hash);
    this.#changed[layer]![Math.floor(block / PART_WORDS)] = 1;
    this.#keys++;
  }

  /** Becomes what is stored. */
  load(stored: StoredFilter): void {
    this.#layers.length = 0;
    this.#changed.length = 0;
    this.#keys = stored.keys;
    this.#most = 0;
    for (let layer = 0; layer < stored.layers; layer++) {
      this.#addLayer(layer);
      const bytes = new Uint8Array(this.#layers[layer]!.buffer);
      for (let part = 0; part < this.#changed[layer]!.length; part++) {
        const from = stored.part(layer, part);
        if (from !== undefined) bytes.set(from, part * PART_WORDS * 4);
      }
    }
  }

  /** The parts that have changed since {@link saved}. */
  *changes(): Generator<{ layer: number; part: number; bytes: Uint8Array }, void, undefined> {
    for (const [layer, changed] of this.#changed.entries()) {
      const bytes = new Uint8Array(this.#layers[layer]!.buffer);
      for (let part = changed.indexOf(1); part >= 0; part = changed.indexOf(1, part + 1)) {
        yield { layer, part, bytes: bytes.subarray(part * PART_WORDS * 4, (part + 1) * PART_WORDS * 4) };
      }
    }
  }

  /** The changes are stored for good. */
  saved(): void {
    for (const changed of this.#changed) changed.fill(0);
  }

  #addLayer(layer: number): void {
    const words = wordsOf(layer);
    this.#most = keysOf(layer);
    this.#layers.push(new Uint32Array(words));
    this.#changed.push(new Uint8Array(Math.ceil(words / PART_WORDS)));
  }
}

/** The first word of the block in which the bits of a hash are. */
function blockOf(words: Uint32Array, hash: number): number {
  return Math.floor((hash >>> 0) * (words.length / BLOCK_WORDS / 2 ** 32)) * BLOCK_WORDS;
}

/** Five bits, of nine bits of a hash each: five to choose the bit, four to choose the word. */
function hasIn(words: Uint32Array, hash: number): boolean {
  const block = blockOf(words, hash);
  const first = scatter(hash, SCATTER_1);
  if (((words[block + ((first >>> 5) & 15)]! >>> (first & 31)) & 1) === 0) return false;
  if (((words[block + ((first >>> 14) & 15)]! >>> ((first >>> 9) & 31)) & 1) === 0) return false;
  if (((words[block + ((first >>> 23) & 15)]! >>> ((first >>> 18) & 31)) & 1) === 0) return false;
  const second = scatter(hash, SCATTER_2);
  if (((words[block + ((second >>> 5) & 15)]! >>> (second & 31)) & 1) === 0) return false;
  return ((words[block + ((second >>> 14) & 15)]! >>> ((second >>> 9) & 31)) & 1) !== 0;
}

function addTo(words: Uint32Array, block: number, hash: number): void {
  const first = scatter(hash, SCATTER_1);
  words[block + ((first >>> 5) & 15)]! |= 1 << (first & 31);
  words[block + ((first >>> 14) & 15)]! |= 1 << ((first >>> 9) & 31);
  words[block + ((first >>> 23) & 15)]! |= 1 << ((first >>> 18) & 31);
  const second = scatter(hash, SCATTER_2);
  words[block + ((second >>> 5) & 15)]! |= 1 << (second & 31);
  words[block + ((second >>> 14) & 15)]! |= 1 << ((second >>> 9) & 31);
}

function scatter(hash: number, factor: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), factor);
  return product ^ (product >>> 16);
}
