/** Fills a text up to a length with repetitions of a piece. */
const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** The same random text in every run (Park and Miller's minimal standard generator), surrogate pairs whole. */
function randomText(length: number): string {
  let state = 42;
  let text = '';
  while (text.length < length) {
    state = (state * 48_271) % 0x7fffffff;
    const code = state % 0x30000;
    if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
  }
  return text.slice(0, length);
}

/** Words of which no two are the same. */
function distinctWords(length: number): string {
  const words: string[] = [];
  for (let at = 0, word = 0; at < length; word++) {
    words.push(word.toString(36).padStart(5, 'q'));
    at += 6;
  }
  return words.join(' ').slice(0, length);
}

/** Texts that make naive code take more than linear time, by what they are made of. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  // Marks whose classes descend are what normalization has to sort.
  'marks in descending order': (length) => `a${filled('\u0315\u0300', length)}`,
  'marks in runs of 40': (length) => filled(`a${'\u0345\u0316'.repeat(20)}`, length),
  'marks of class 0': (length) => `a${filled('\u0903', length)}`,
  'halfwidth sound marks': (length) => `a${filled('\uff9f\uff9e', length)}`,
  spaces: (length) => `a${filled(' ', length)}b`,
  'spaces of all kinds': (length) => `a${filled(' \t\u00a0\u3000', length)}b`,
  digits: (length) => filled('1234567890', length),
  'digits of another script': (length) => filled('٣٤٥', length),
  'one letter': (length) => filled('a', length),
  'one capital': (length) => filled('É', length),
  'two words': (length) => filled('ab ba ', length),
  'different words': distinctWords,
  'initials with points': (length) => filled('a.', length),
  'opening brackets': (length) => filled('("„', length),
  separators: (length) => `a${filled(",;-/.|#&+@' ", length)}b`,
  hyphens: (length) => `a${filled('-', length)}b`,
  commas: (length) => filled('a,', length),
  'surrogate pairs': (length) => filled('😀', length),
  'halves of surrogate pairs': (length) => filled('\ud83d', length),
  'Chinese characters': (length) => filled('王小明', length),
  'long words': (length) => filled(`${'ab'.repeat(500)} `, length),
  'capital sigmas with ignorable signs': (length) => filled(`ΑΣ${"'".repeat(50)}`, length),
  'random characters': randomText,
};
