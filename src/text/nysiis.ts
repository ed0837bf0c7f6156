const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['MAC', 'MCC'],
  ['KN', 'NN'],
  ['K', 'C'],
  ['PH', 'FF'],
  ['PF', 'FF'],
  ['SCH', 'SSS'],
];
const ENDINGS: readonly (readonly [string, string])[] = [
  ['EE', 'Y'],
  ['IE', 'Y'],
  ['DT', 'D'],
  ['RT', 'D'],
  ['RD', 'D'],
  ['NT', 'D'],
  ['ND', 'D'],
];
const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'AEIOU'.includes(letter);

/**
 * New York State Identification and Intelligence System code, of any length (the first systems kept six letters). Source:
 * R. L. Taft, "Name search techniques", New York State Identification and Intelligence System, special report 1 (1970).
 *
 * @param letters A to Z only
 */
export function nysiis(letters: string): string {
  if (letters === '') return '';
  const word = replaceEnding(replaceBeginning(letters)).split('');
  let last = word[0]!;
  let code = last;
  for (let i = 1; i < word.length; i++) {
    const replaced = replacementAt(word, i);
    for (let k = 0; k < replaced.length; k++) word[i + k] = replaced[k]!;
    if (word[i] === last) continue;
    // Does not read the last letter of the code, because that would copy everything appended since.
    last = word[i]!;
    code += last;
  }
  if (code.length > 1 && code.endsWith('S')) code = code.slice(0, -1);
  if (code.length > 2 && code.endsWith('AY')) code = `${code.slice(0, -2)}Y`;
  if (code.length > 1 && code.endsWith('A')) code = code.slice(0, -1);
  return code;
}

function replaceBeginning(word: string): string {
  const found = BEGINNINGS.find(([beginning]) => word.startsWith(beginning));
  return found === undefined ? word : found[1] + word.slice(found[0].length);
}

function replaceEnding(word: string): string {
  const found = ENDINGS.find(([ending]) => word.length > ending.length && word.endsWith(ending));
  return found === undefined ? word : word.slice(0, -found[0].length) + found[1];
}

/** Returns the replacement from this letter on, with as many letters as were read. */
function replacementAt(word: readonly string[], at: number): string {
  const letter = word[at]!;
  const next = word[at + 1];
  const before = word[at - 1]!;
  if (letter === 'E' && next === 'V') return 'AF';
  if (isVowel(letter)) return 'A';
  if (letter === 'Q') return 'G';
  if (letter === 'Z') return 'S';
  if (letter === 'M') return 'N';
  if (letter === 'K') return next === 'N' ? 'N' : 'C';
  if (letter === 'S' && next === 'C' && word[at + 2] === 'H') return 'SSS';
  if (letter === 'P' && next === 'H') return 'FF';
  if (letter === 'H' && (!isVowel(before) || !isVowel(next))) return before;
  if (letter === 'W' && isVowel(before)) return before;
  return letter;
}
