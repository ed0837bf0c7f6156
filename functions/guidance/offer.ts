import { version } from '../version.ts';
import { prompts } from './prompts/registry.ts';
import type { Offer } from './protocol/mcp-server.ts';
import { readResources } from './resources/registry.ts';
import { tools } from './tools/registry.ts';
import { createToolbox } from './tools/toolbox.ts';

/** Everything that the guidance server offers, for the deployment with this service identifier. */
export function createOffer(serviceIdentifier: string): Offer {
  return {
    toolbox: createToolbox(tools, { serviceIdentifier }),
    resources: readResources,
    prompts: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    version,
  };
}
