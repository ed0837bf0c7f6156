import { stripVTControlCharacters } from 'node:util';

/** Lines without characters that steer a terminal. */
export const terminalText = (lines: readonly string[]): string =>
  lines.map((line) => `${stripVTControlCharacters(line).replace(/\p{Cc}/gu, ' ')}\n`).join('');
