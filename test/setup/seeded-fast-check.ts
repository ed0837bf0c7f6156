import fc from '../../node_modules/fast-check/lib/fast-check.js';
import { propertySeed } from './read-property-seed.ts';

// Tests import this as `fast-check` (jest.config.js); a suite without properties does not load it.
// The same cases on every machine and in every run; a failure prints its seed either way.
const seed = propertySeed(process.env);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
