import { join } from 'node:path';
import { App } from 'cdktf';
import { EntityDataStack } from './stack.ts';

const app = new App();
new EntityDataStack(app, 'entity-data', {
  source: process.env['ENTITY_DATA_SOURCE'] ?? join(import.meta.dirname, '..', '..'),
  region: process.env['AWS_REGION'] ?? 'eu-central-1',
  resourcePrefix: 'entity-data-cdktf',
  configuration: import.meta.dirname,
});
app.synth();
