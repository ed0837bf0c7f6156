/** Countries whose names the Cologne phonetics was made for. */
const german = new Set(['DE', 'AT', 'CH', 'LI']);

export function soundAlgorithm(country: string | undefined): 'cologne' | 'doubleMetaphone' {
  return country !== undefined && german.has(country) ? 'cologne' : 'doubleMetaphone';
}
