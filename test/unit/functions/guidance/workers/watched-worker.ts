import { workerData } from 'node:worker_threads';
import { serveCalls } from '../../../../../functions/guidance/workers/serve-calls.ts';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox, type ToolboxOptions } from '../../../../../src/guidance/tools/toolbox.ts';

const toolbox = createToolbox(tools, workerData as ToolboxOptions);

/** The worker of the server, and a look at what a call left behind. */
serveCalls({
  call(name, args) {
    const call = toolbox.call(name, args);
    return 'polluted' in {} ? { ...call, outcome: 'failed', place: 'Object.prototype' } : call;
  },
});
