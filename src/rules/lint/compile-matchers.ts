import { digest } from '../../text/digest.ts';
import type { Part } from '../document/types.ts';
import { InvalidRuleConfigError } from '../errors.ts';
import type { Matcher, MatcherContext } from '../matchers/matcher.ts';
import type { LintContext } from './lint-rule.ts';
import { isTooLarge, matcherExtents } from './matchers.ts';

/**
 * Compiles the valid matchers, from the innermost outwards, to determine their index keys. Omits a matcher with a
 * broken or missing part, which is already reported.
 */
export function compileMatchers(context: Omit<LintContext, 'compiledMatchers'>): ReadonlyMap<string, Matcher> {
  const compiled = new Map<string, Matcher>();
  const parts = matcherParts(context, compiled);
  for (const [id, extent] of matcherExtents(context.matchers)) {
    if (isTooLarge(extent)) continue;
    const { value } = context.matchers.get(id)!;
    const definition = context.registries.matchers.get(value.type)!;
    try {
      compiled.set(id, definition.compile(value.attributes, { ...parts, id }));
    } catch (error) {
      // A part inside is broken and has its own findings.
      if (!(error instanceof InvalidRuleConfigError)) throw error;
    }
  }
  return compiled;
}

/**
 * The parts of the document that a matcher can use. Parts with different ids and the same attributes behave the same.
 */
function matcherParts(
  { document, comparers, tokenizers, registries }: Omit<LintContext, 'compiledMatchers'>,
  compiled: ReadonlyMap<string, Matcher>,
): Omit<MatcherContext, 'id'> {
  const resolvers = new Map(
    document.resolvers.map(({ value }, position) => [value.id, { pin: value.inputPin, position }]),
  );
  const meaningOf = ({ type, attributes }: Part) => digest([type, attributes]);
  return {
    resolver: once((id) => {
      const { pin, position } = found(resolvers.get(id), id);
      return { id, position, meaning: digest([pin.sourceID, pin.sourcePin]), mustExist: false };
    }),
    comparer: once((id) => {
      const { value } = found(comparers.get(id), id);
      return { run: registries.comparers.get(value.type)!.compile(value.attributes), meaning: meaningOf(value) };
    }),
    tokenizer: once((id) => {
      const { value } = found(tokenizers.get(id), id);
      const { compile, atMostOneToken = false } = registries.tokenizers.get(value.type)!;
      return { run: compile(value.attributes), meaning: meaningOf(value), atMostOneToken };
    }),
    matcher: (id) => found(compiled.get(id), id),
  };
}

function once<Made>(make: (id: string) => Made): (id: string) => Made {
  const made = new Map<string, Made>();
  return (id) => {
    const known = made.get(id) ?? make(id);
    made.set(id, known);
    return known;
  };
}

function found<Found>(value: Found | undefined, id: string): Found {
  if (value === undefined) throw new InvalidRuleConfigError(`there is no part "${id}"`);
  return value;
}
