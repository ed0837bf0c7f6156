import { own } from '../../own.ts';
import { digest } from '../../text/digest.ts';
import type { Comparer } from '../comparers/comparer.ts';
import type { PartDefinition } from '../document/definition.ts';
import type { Part, RuleConfig } from '../document/types.ts';
import { InvalidRuleConfigError } from '../errors.ts';
import type { Matcher, MatcherContext, ResolverHandle } from '../matchers/matcher.ts';
import { defaultRegistries, type MatchingRegistries } from '../registries.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import type { RuleMatcher } from '../types.ts';
import { CompiledRules } from './compiled-rules.ts';
import { compileEntityRules } from './entity-rules.ts';
import { type Group, type KeyHeritage, planIndex } from './groups.ts';
import { compilePipeline } from './pipeline.ts';
import { type Rule, RuleCompiler } from './rule.ts';

export interface CompileOptions extends KeyHeritage {
  /** Told which matcher gives the most keys of a stored record that has more than a record may have, and so none. */
  readonly onTooManyKeys?: ((matcher: RuleMatcher) => void) | undefined;
}

/**
 * Compiles a document without lint errors. Throws an InvalidRuleConfigError for errors that the linter reports and that
 * prevent running: unknown types, dangling ids, cycles, invalid attributes.
 *
 * @param registries types in addition to, or instead of, the built-in ones
 */
export function compileRuleConfig(
  config: RuleConfig,
  registries: Partial<MatchingRegistries> = {},
  options: CompileOptions = {},
): CompiledRules {
  const types = { ...defaultRegistries, ...registries };
  const tokenizers = compileParts<Tokenizer>('tokenizer', config.tokenizers, types.tokenizers);
  const comparers = compileParts<Comparer>('comparer', config.comparers, types.comparers);
  const pipeline = compilePipeline(config.transformers, config.resolvers, types.transformers, {
    tokenizer: (id) => tokenizers.get(id)?.run,
    tokenizerMeaning: (id) => tokenizers.get(id)?.meaning,
    referenceList: (id) => config.referenceLists?.find((list) => list.id === id),
  });
  const resolvers = new Map<string, ResolverHandle>(
    pipeline.outputs.map((output, position) => [output.id, { ...output, position }]),
  );
  const matcher = matcherCompiler(config.matchers, types.matchers, {
    resolver: demand('resolver', resolvers),
    comparer: demand('comparer', comparers),
    tokenizer: demand('tokenizer', tokenizers),
  });

  const compiler = new RuleCompiler(matcher);
  const rules = new Map<string, Rule>(config.rules.map((part) => [part.id, compiler.compile(part)]));
  const rule = demand('rule', rules);
  const ruleSets = new Map(config.ruleSets.map(({ id, ruleIDs }) => [id, [...new Set(ruleIDs)].map(rule)]));
  const ruleSet = demand('rule set', ruleSets);
  const groups = Object.entries(config.mutationRuleSetGroups).map(([name, group]): Group => {
    const gateID = own(config.consistencyRuleSetIDs, name);
    return {
      name,
      index: ruleSet(group.indexRuleSetID),
      link: ruleSet(group.linkRuleSetID),
      deduplicate: group.deduplicateRuleSetID === null ? undefined : ruleSet(group.deduplicateRuleSetID),
      gate: gateID === undefined ? undefined : ruleSet(gateID),
      review: group.reviewRuleSetID == null ? undefined : ruleSet(group.reviewRuleSetID),
      ruleSetIDs: {
        index: group.indexRuleSetID,
        link: group.linkRuleSetID,
        deduplicate: group.deduplicateRuleSetID ?? undefined,
        consistency: gateID,
        review: group.reviewRuleSetID ?? undefined,
      },
    };
  });
  const searches = new Map(
    Object.entries(config.searchRuleSetIDs).map(([name, ruleSetID]) => [
      name,
      { ruleSetID, rules: ruleSet(ruleSetID) },
    ]),
  );
  return new CompiledRules({
    entityRules: compileEntityRules(config.entities, groups, compiler.places, demand('resolver', resolvers)),
    pipeline,
    rules: [...rules.values()],
    places: compiler.places,
    groups,
    searches,
    plans: planIndex(
      groups,
      pipeline.outputs.map(({ meaning }) => meaning),
      options,
    ),
    onTooManyKeys: options.onTooManyKeys,
    scores: (config.scores?.consistency ?? []).map(({ resolverID, weight, type }) => ({
      position: demand('resolver', resolvers)(resolverID).position,
      weight,
      type,
    })),
  });
}

const demand =
  <T>(kind: string, parts: ReadonlyMap<string, T>) =>
  (id: string): T => {
    const part = parts.get(id);
    if (part === undefined) throw new InvalidRuleConfigError(`there is no ${kind} "${id}"`);
    return part;
  };

/** Returns the attributes as parsed by the type's schema: validated, with defaults. */
function attributesOf(kind: string, part: Part, definition: PartDefinition<unknown> | undefined): unknown {
  if (definition === undefined)
    throw new InvalidRuleConfigError(`${kind} "${part.id}" has the unknown type "${part.type}"`);
  const parsed = definition.attributes.safeParse(part.attributes);
  if (parsed.success) return parsed.data;
  throw new InvalidRuleConfigError(`${kind} "${part.id}" has attributes that do not fit its type`, parsed.error);
}

function compileParts<T>(
  kind: string,
  parts: readonly Part[],
  definitions: ReadonlyMap<
    string,
    PartDefinition<unknown> & { compile(attributes: unknown): T; atMostOneToken?: boolean }
  >,
): Map<string, { run: T; meaning: string; atMostOneToken: boolean }> {
  const compiled = new Map<string, { run: T; meaning: string; atMostOneToken: boolean }>();
  for (const part of parts) {
    const definition = definitions.get(part.type);
    const attributes = attributesOf(kind, part, definition);
    compiled.set(part.id, {
      run: definition!.compile(attributes),
      meaning: digest([kind, part.type, attributes]),
      atMostOneToken: definition!.atMostOneToken === true,
    });
  }
  return compiled;
}

/** Compiles matchers on first use, so that one may contain another that is defined anywhere in the document. */
function matcherCompiler(
  parts: readonly Part[],
  definitions: MatchingRegistries['matchers'],
  context: Omit<MatcherContext, 'id' | 'matcher'>,
): (id: string) => Matcher {
  const byID = new Map(parts.map((part) => [part.id, part]));
  const compiled = new Map<string, Matcher>();
  const open = new Set<string>();
  const matcher = (id: string): Matcher => {
    const known = compiled.get(id);
    if (known !== undefined) return known;
    const part = demand('matcher', byID)(id);
    if (open.has(id)) throw new InvalidRuleConfigError(`matcher "${id}" contains itself`);
    open.add(id);
    const definition = definitions.get(part.type);
    const attributes = attributesOf('matcher', part, definition);
    const made = definition!.compile(attributes, { ...context, id, matcher });
    open.delete(id);
    compiled.set(id, made);
    return made;
  };
  return matcher;
}
