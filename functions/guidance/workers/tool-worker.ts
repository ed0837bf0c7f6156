import { workerData } from 'node:worker_threads';
import { tools } from '../../../src/guidance/tools/registry.ts';
import { createToolbox, type ToolboxOptions } from '../../../src/guidance/tools/toolbox.ts';
import { serveCalls } from './serve-calls.ts';

/** The program of the worker threads. */
serveCalls(createToolbox(tools, workerData as ToolboxOptions));
