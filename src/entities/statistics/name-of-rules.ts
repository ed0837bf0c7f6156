import type { CompiledRuleConfig } from '../../rules/types.ts';
import { digest } from '../../text/digest.ts';
import { pathsReadBy } from '../read/explain.ts';

/** Digest of all that the statistics of the same records depend on. */
export const nameOfRules = (rules: CompiledRuleConfig): string =>
  digest([rules.fingerprint, rules.resolverIDs, pathsReadBy(rules)]);
