/** Loaded with the first text that is not ASCII: its tables are half a megabyte. */
export { default as anyAscii } from 'any-ascii';
