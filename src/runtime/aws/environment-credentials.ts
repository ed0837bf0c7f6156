import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda passes credentials in the environment, so a function
 * needs no chain of profiles, sign-ons and metadata services. Without credentials in the environment, the SDK raises its
 * own error.
 */
export const defaultProvider = fromEnv;
