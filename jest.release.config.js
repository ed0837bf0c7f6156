import everything from './jest.config.js';

// What only a release must pass: suites that apply Terraform or drive a browser, kill processes, or take long; and the
// suites of `npm test` that run on each engine, on the other one.
process.env['ENTITY_DATA_ENGINE'] = 'dynamodb';

/** @type {import('jest').Config} */
export default { ...everything, testMatch: ['**/*.release.test.ts', '**/*.engines.test.ts'] };
