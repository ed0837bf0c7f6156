/** A text as one word of a POSIX shell, quoted if it needs quotes. */
export const shellWord = (text: string): string =>
  /^[\w./+@%=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
