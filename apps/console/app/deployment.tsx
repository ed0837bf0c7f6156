import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { ask } from './api/graphql.ts';
import { type Introspection, introspectionQuery, type RecordType, recordTypeOf } from './api/record-type.ts';
import { instanceCount, onInstance, type Session, session } from './api/session.ts';
import { Loading } from './parts/loading.tsx';
import { Problems } from './parts/problems.tsx';
import { useRequest } from './use-request.ts';

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

const DeploymentContext = createContext<Deployment | undefined>(undefined);

/** Renders its children once the deployment is loaded. */
export function WithDeployment({ children }: { readonly children: ReactNode }) {
  // Another tab may let the service go over to another instance.
  const instance = useSyncExternalStore(onInstance, instanceCount);
  const { value, problems, repeat } = useRequest(`deployment ${instance}`, loadDeployment);
  if (problems !== undefined) return <Problems problems={problems} onRepeat={repeat} />;
  if (value === undefined) return <Loading what="the deployment" />;
  return <DeploymentContext.Provider value={value}>{children}</DeploymentContext.Provider>;
}

export function useDeployment(): Deployment {
  const deployment = useContext(DeploymentContext);
  if (deployment === undefined) throw new Error('A view is used outside of WithDeployment.');
  return deployment;
}

async function loadDeployment(signal: AbortSignal): Promise<Deployment> {
  const [introspection, { ruleConfig, schema }] = await Promise.all([
    ask<Introspection>(introspectionQuery, {}, signal),
    session(),
  ]);
  return {
    records: recordTypeOf(introspection),
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
