import { lintRuleConfigTool } from './lint-rule-config.ts';
import { simulateMatchTool } from './simulate-match.ts';
import type { ToolDefinition } from './tool.ts';
import { validateIdentifierTool } from './validate-identifier.ts';

/** Every tool, in the order in which clients list them. A new tool is one file and one line here. */
export const tools: readonly ToolDefinition[] = [lintRuleConfigTool, simulateMatchTool, validateIdentifierTool];
