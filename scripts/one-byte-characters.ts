import jsTokens from 'js-tokens';

const other = /[\u0080-\uffff]/;

/**
 * Writes a program in ASCII. One other character, and Node.js keeps the whole file in two-byte characters: it then reads
 * more slowly, and touches twice the memory. esbuild writes texts in ASCII; left are regular expressions, in which `\u…`
 * means the same, and comments. Of a template that is handed to a function (`String.raw`) it does not know the meaning.
 *
 * @param name of the file, for the message
 */
export function inOneByteCharacters(program: Uint8Array, name: string): Uint8Array {
  const text = Buffer.from(program).toString();
  if (!other.test(text)) return program;
  const written: string[] = [];
  for (const { type, value } of jsTokens(text)) written.push(other.test(value) ? escaped(value, type, name) : value);
  return Buffer.from(written.join(''), 'latin1');
}

function escaped(value: string, type: string, name: string): string {
  if (
    !/^(?:RegularExpressionLiteral|SingleLineComment|MultiLineComment)$/.test(type) ||
    /\\[\u0080-\uffff]/.test(value)
  ) {
    throw new Error(`${name} keeps characters beyond ASCII, which slow its start; write them as \\u…: ${value}`);
  }
  return value.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
