import { designRuleConfigTool } from './design-rule-config.ts';
import { explainConceptTool } from './explain-concept.ts';
import { explainErrorTool } from './explain-error.ts';
import { generateGraphqlTool } from './generate-graphql.ts';
import { generateTransformersTool } from './generate-transformers.ts';
import { lintRuleConfigTool } from './lint-rule-config.ts';
import { searchDocsTool } from './search-docs.ts';
import { simulateMatchTool } from './simulate-match.ts';
import type { ToolDefinition } from './tool.ts';
import { validateIdentifierTool } from './validate-identifier.ts';
import { validateRecordsTool } from './validate-records.ts';
import { validateSearchParametersTool } from './validate-search-parameters.ts';

/** Every tool, in the order in which clients list them. A new tool is one file and one line here. */
export const tools: readonly ToolDefinition[] = [
  designRuleConfigTool,
  generateTransformersTool,
  lintRuleConfigTool,
  simulateMatchTool,
  validateRecordsTool,
  validateSearchParametersTool,
  generateGraphqlTool,
  validateIdentifierTool,
  searchDocsTool,
  explainConceptTool,
  explainErrorTool,
];
