import { designRuleConfigPrompt } from './design-rule-config.ts';
import { prepareFirstLoadPrompt } from './prepare-first-load.ts';
import type { PromptDefinition } from './prompt.ts';
import { whyNoMatchPrompt } from './why-no-match.ts';

/** Every prompt. A new one is one file and one line here. */
export const prompts: readonly PromptDefinition[] = [designRuleConfigPrompt, whyNoMatchPrompt, prepareFirstLoadPrompt];
