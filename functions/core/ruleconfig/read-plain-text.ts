import { defaultLimits } from './limits.ts';

/**
 * The value of a JSON text that is written as JSON.stringify would write it, but for white space: then nothing in the text
 * was lost, no key that stands there twice and no digit that a number cannot keep. Undefined for every other text, which
 * is left to the reader that knows places. JSON.parse takes a tenth of that one's time.
 */
export function readPlainText(text: string): unknown {
  // An escape may write half of a character.
  if (Buffer.byteLength(text) > defaultLimits.maxBytes || text.includes('\\u')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === withoutWhiteSpace(text) ? value : undefined;
  } catch {
    // What is wrong with it is said by the reader that knows places.
    return undefined;
  }
}

function withoutWhiteSpace(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, '$1');
}
