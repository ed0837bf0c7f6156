import { createAuthorizer } from './authorizer.ts';
import { loadConfig } from './config.ts';

// Read once: a wrong environment fails the start of the function, never a request.
export const handler = createAuthorizer(loadConfig(process.env));
