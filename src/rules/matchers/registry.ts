import { any } from './any.ts';
import type { MatcherDefinition } from './matcher.ts';
import { orempty } from './orempty.ts';
import { simple } from './simple.ts';
import { swapped } from './swapped.ts';
import { token } from './token.ts';
import { weighted } from './weighted.ts';

/** Every type of matcher that a document may name. A new type is one file and one line here. */
const definitions: readonly MatcherDefinition[] = [simple, token, swapped, orempty, any, weighted];

export const matchers: ReadonlyMap<string, MatcherDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
