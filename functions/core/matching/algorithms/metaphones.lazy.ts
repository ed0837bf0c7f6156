/** Loaded with the first text that is to be compared by its English sound: the rules are in it. */
export { doubleMetaphone } from 'double-metaphone';
export { metaphone } from 'metaphone';
