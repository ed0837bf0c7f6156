import { defaultLimits } from './limits.ts';

/**
 * Parses a JSON text that equals the output of JSON.stringify except for white space. Such a text loses nothing in
 * parsing: it has no repeated key and no digit beyond the precision of a number. Returns undefined for every other
 * text; the caller then uses the reader with positions, which takes ten times as long as JSON.parse.
 */
export function readPlainText(text: string): unknown {
  // An escape may represent half a surrogate pair.
  if (Buffer.byteLength(text) > defaultLimits.maxBytes || text.includes('\\u')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === withoutWhiteSpace(text) ? value : undefined;
  } catch {
    // The reader with positions reports the error.
    return undefined;
  }
}

function withoutWhiteSpace(json: string): string {
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g, '$1');
}
