import { plainLine } from './plain-line.ts';

/** Lines without characters that steer a terminal. */
export const terminalText = (lines: readonly string[]): string => lines.map((line) => `${plainLine(line)}\n`).join('');
