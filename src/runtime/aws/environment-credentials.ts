import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Takes the place of `@aws-sdk/credential-provider-node` in the bundles: Lambda gives a function its credentials in the
 * environment, so the chain of profiles, sign-ons and metadata services behind it is never asked. Without them there the
 * SDK's own error says so.
 */
export const defaultProvider = fromEnv;
