import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Leaves the SDK's chain of credentials out of the functions, with the clients of STS, SSO and OIDC that it loads: there
 * is nothing for it to find where a function runs.
 */
export function environmentCredentials(root: string): Plugin {
  return {
    name: 'environment-credentials',
    setup(build) {
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: resolve(root, 'functions/aws/environment-credentials.ts'),
      }));
    },
  };
}
