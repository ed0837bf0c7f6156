/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/setup/esbuild-transformer.js' },
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testTimeout: 30_000,
  // Two workers at most: the suites start servers and emulators of their own.
  maxWorkers: 2,
};
