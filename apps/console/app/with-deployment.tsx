import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { instanceCount, onInstance } from './api/session.ts';
import { type Deployment, loadDeployment } from './deployment.ts';
import { Loading, Problems } from './parts/states.tsx';

import { useRequest } from './use-request.ts';

const DeploymentContext = createContext<Deployment | undefined>(undefined);

/** Renders its children once the deployment is loaded. */
export function WithDeployment({ children }: { readonly children: ReactNode }) {
  // Another tab may let the service go over to another instance.
  const instance = useSyncExternalStore(onInstance, instanceCount);
  const { value, problems, repeat } = useRequest(`deployment ${instance}`, async (signal) => ({
    instance,
    deployment: await loadDeployment(signal),
  }));
  if (problems !== undefined) return <Problems problems={problems} onRepeat={repeat} />;
  if (value === undefined) return <Loading what="the deployment" />;
  // Nothing that a view has read or chosen is of the next instance.
  return (
    <DeploymentContext.Provider key={value.instance} value={value.deployment}>
      {children}
    </DeploymentContext.Provider>
  );
}

export function useDeployment(): Deployment {
  const deployment = useContext(DeploymentContext);
  if (deployment === undefined) throw new Error('A view is used outside of WithDeployment.');
  return deployment;
}
