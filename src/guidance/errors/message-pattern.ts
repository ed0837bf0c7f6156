/** A message with `…` for what differs each time. Linear in the text that it is looked for in. */
export class MessagePattern {
  readonly #parts: readonly string[];

  constructor(message: string) {
    this.#parts = plain(message)
      .split('…')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** How many characters of the pattern the text holds, in order; 0 unless it holds all of them. */
  match(text: string): number {
    const lower = plain(text);
    let at = 0;
    let characters = 0;
    for (const part of this.#parts) {
      const found = lower.indexOf(part, at);
      if (found === -1) return 0;
      at = found + part.length;
      characters += part.length;
    }
    return characters;
  }
}

/** Longer messages are cut: what is recognised stands in front. */
const maxLength = 5_000;

/** Case, blanks, kinds of quotes and the escapes of JSON make no difference. */
function plain(text: string): string {
  return text
    .slice(0, maxLength)
    .toLowerCase()
    .replace(/\\(["\\])/g, '$1')
    .replace(/[“”„]/g, '"')
    .replace(/\s+/g, ' ');
}
