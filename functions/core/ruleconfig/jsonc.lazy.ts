/** Loaded for a text that is not plain JSON, and for places in one. */
export { printParseErrorCode, visit } from 'jsonc-parser';
