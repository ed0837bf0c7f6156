//                        ABCDEFGHIJKLMNOPQRSTUVWXYZ
const CODES = '0123012-02245501262301-202';

/**
 * American Soundex: a letter and three digits. H and W do not separate two letters with the same code; vowels do.
 * Source: US National Archives, "Soundex System: The Soundex Indexing System" (after R. C. Russell, US patent
 * 1,261,167).
 *
 * @param letters A to Z only
 */
export function soundex(letters: string): string {
  if (letters === '') return '';
  let code = letters[0]!;
  let previous = codeOf(letters, 0);
  for (let i = 1; i < letters.length && code.length < 4; i++) {
    const digit = codeOf(letters, i);
    if (digit === '-') continue;
    if (digit !== '0' && digit !== previous) code += digit;
    previous = digit;
  }
  return code.padEnd(4, '0');
}

const codeOf = (letters: string, at: number): string => CODES[letters.charCodeAt(at) - 65]!;
