/** Loaded with the first search. */
export { default as MiniSearch } from 'minisearch';
