import { version } from '../version.ts';
import { prompts } from './prompts/registry.ts';
import type { Offer } from './protocol/mcp-server.ts';
import { readResources } from './resources/registry.ts';
import { tools } from './tools/registry.ts';
import { createToolbox } from './tools/toolbox.ts';

/**
 * Everything that the guidance server offers, for the deployment with this service identifier.
 *
 * @param timeLimit milliseconds for a call of a tool and for a request, where they are not the usual ones
 */
export function createOffer(serviceIdentifier: string, timeLimit?: number): Offer {
  const limits = timeLimit === undefined ? {} : { timeLimit };
  return {
    toolbox: createToolbox(tools, { serviceIdentifier, ...limits }),
    resources: readResources,
    prompts: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    version,
    ...limits,
  };
}
