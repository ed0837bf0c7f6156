/** A path as one word of a POSIX shell that no command takes for an option. */
export const shellPath = (path: string): string => shellWord(path.startsWith('-') ? `./${path}` : path);

/** A text as one word of a POSIX shell, quoted if it needs quotes. */
export const shellWord = (text: string): string =>
  /^[\w./+@%=:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
