/** Countries whose names Cologne phonetics was designed for. */
const german = new Set(['DE', 'AT', 'CH', 'LI']);

export function soundAlgorithm(country: string | undefined): 'cologne' | 'doubleMetaphone' {
  return country !== undefined && german.has(country) ? 'cologne' : 'doubleMetaphone';
}
