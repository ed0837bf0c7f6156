import { prompts } from '../../src/guidance/prompts/registry.ts';
import { readResources } from '../../src/guidance/resources/registry.ts';
import { tools } from '../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../src/guidance/tools/toolbox.ts';
import { version } from '../../src/version.ts';
import type { Offer } from './protocol/mcp-server.ts';
import { createToolWorkers, type ToolWorkersOptions } from './workers/tool-workers.ts';

/**
 * Everything that the guidance server offers, for the deployment with this service identifier. A time limit, where it is
 * not the usual one, is that of a request too.
 */
export function createOffer(options: ToolWorkersOptions): Offer {
  const { serviceIdentifier, timeLimit } = options;
  return {
    toolbox: createToolbox(tools, { serviceIdentifier }),
    calls: createToolWorkers(options),
    resources: readResources,
    prompts: new Map(prompts.map((prompt) => [prompt.name, prompt])),
    version,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  };
}
