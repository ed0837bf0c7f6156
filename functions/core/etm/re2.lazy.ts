/** Loaded with the first pattern of an owner. */
export { RE2JS } from 're2js';
