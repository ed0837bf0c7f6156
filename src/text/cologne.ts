/**
 * Cologne phonetics (Kölner Phonetik), for German names: digits of any number. Source: H. J. Postel, "Die Kölner Phonetik.
 * Ein Verfahren zur Identifizierung von Personennamen auf der Grundlage der Gestaltanalyse", IBM-Nachrichten 19 (1969).
 *
 * @param letters A to Z only
 */
export function cologne(letters: string): string {
  let code = '';
  let previous = '';
  for (let i = 0; i < letters.length; i++) {
    for (const digit of codeOf(letters[i]!, letters[i - 1] ?? '', letters[i + 1] ?? '')) {
      if (digit !== previous && (digit !== '0' || code === '')) code += digit;
      previous = digit;
    }
  }
  return code;
}

/** Returns false at the ends of the word, where the neighbour is the empty text. */
const among = (neighbour: string, letters: string): boolean => neighbour !== '' && letters.includes(neighbour);

function codeOf(letter: string, before: string, after: string): string {
  switch (letter) {
    case 'H':
      return '';
    case 'B':
      return '1';
    case 'P':
      return after === 'H' ? '3' : '1';
    case 'D':
    case 'T':
      return among(after, 'CSZ') ? '8' : '2';
    case 'F':
    case 'V':
    case 'W':
      return '3';
    case 'G':
    case 'K':
    case 'Q':
      return '4';
    case 'C':
      if (before === '') return among(after, 'AHKLOQRUX') ? '4' : '8';
      return !among(before, 'SZ') && among(after, 'AHKOQUX') ? '4' : '8';
    case 'X':
      return among(before, 'CKQ') ? '8' : '48';
    case 'L':
      return '5';
    case 'M':
    case 'N':
      return '6';
    case 'R':
      return '7';
    case 'S':
    case 'Z':
      return '8';
    default:
      return '0';
  }
}
