import { ask } from './api/graphql.ts';
import { loadRecordType, type RecordType } from './api/record-type.ts';
import { type Session, session } from './api/session.ts';

/** What all views need of the deployment. */
export interface Deployment {
  readonly records: RecordType;
  /** The documents of the running service. */
  readonly documents: Pick<Session, 'ruleConfig' | 'schema'>;
  /** Names of the search rule sets, `default` first. */
  readonly searchRules: readonly string[];
  /** Returns the CSS class with a rule's colour. */
  readonly colourOfRule: (rule: string) => string;
}

/** Number of colours in the style sheets; further rules reuse them. */
const colours = 8;

let started: Promise<Deployment> | undefined;

/** Loads the deployment for the first view that needs it. Waits while the person signs in. */
export function startDeployment(): void {
  started = load();
  // The view shows the problem.
  started.catch(() => {});
}

/** What was started, once; else loads the deployment. */
export function loadDeployment(signal: AbortSignal): Promise<Deployment> {
  const taken = started ?? load(signal);
  started = undefined;
  return taken;
}

async function load(signal?: AbortSignal): Promise<Deployment> {
  const [records, { ruleConfig, schema }] = await Promise.all([
    loadRecordType((query) => ask(query, {}, signal)),
    session(),
  ]);
  return {
    records,
    documents: { ruleConfig, schema },
    ...rulesOf(ruleConfig),
  };
}

function rulesOf(ruleConfig: string): Pick<Deployment, 'searchRules' | 'colourOfRule'> {
  const { searchRuleSetIDs = {}, rules = [] } = JSON.parse(ruleConfig.replace(/^\uFEFF/, '')) as {
    readonly searchRuleSetIDs?: object;
    readonly rules?: readonly { readonly id: string }[];
  };
  const places = new Map(rules.map(({ id }, place) => [id, place]));
  return {
    searchRules: Object.keys(searchRuleSetIDs).sort((a, b) => Number(b === 'default') - Number(a === 'default')),
    colourOfRule: (rule) => {
      const place = places.get(rule);
      return place === undefined ? 'rule-other' : `rule-${place % colours}`;
    },
  };
}
