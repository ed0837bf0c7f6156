import { join } from 'node:path';
import { type Service, type ServiceOptions, startService } from '../../apps/service/service.ts';
import { root } from './service-process.ts';

/** A file of the example of people. */
export const exampleFile = (name: string): string => join(root, 'examples/people', name);

/** Starts a local service of the example of people in this process, at a free port and without a log. */
export const startExample = (dataDirectory: string, options: Partial<ServiceOptions> = {}): Promise<Service> =>
  startService({
    ruleConfigFile: exampleFile('rule-config.json'),
    schemaFile: exampleFile('schema.graphqls'),
    dataDirectory,
    port: 0,
    writeLog: () => {},
    ...options,
  });
