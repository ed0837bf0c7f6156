/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/setup/esbuild-transformer.js' },
  roots: ['<rootDir>/test'],
  // Property tests see the same cases in every run; ENTITY_DATA_SEED=random looks for others.
  moduleNameMapper: { '^fast-check$': '<rootDir>/test/setup/seeded-fast-check.ts' },
  // `npm run test:release` runs the others.
  testMatch: ['**/!(*.release).test.ts'],
  // Tells a test that hangs; no test is to fail because a machine is slow.
  testTimeout: 600_000,
  testSequencer: '<rootDir>/test/setup/longest-first.js',
  // More than two processors need: suites that apply Terraform wait for minutes. At most so many, because suites start
  // servers and emulators of their own.
  maxWorkers: 4,
  // Modules of former suites stay in a worker's memory, where garbage collection takes ever longer: after some hundred
  // suites, one takes about ten times the processor time that it takes in a new worker.
  workerIdleMemoryLimit: '400MB',
};
