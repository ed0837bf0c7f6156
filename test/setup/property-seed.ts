import fc from 'fast-check';
import { propertySeed } from './read-property-seed.ts';

// The same cases on every machine and in every run; a failure prints its seed either way.
const seed = propertySeed(process.env);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
