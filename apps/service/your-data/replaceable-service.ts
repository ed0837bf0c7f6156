import { resolve } from 'node:path';
import { type Service, type ServiceOptions, startService } from '../service.ts';
import { YourData, type YourDataHost } from './your-data.ts';

export interface ReplaceableOptions
  extends Omit<YourDataHost, 'currentCommand' | 'dataDirectory' | 'isRunning' | 'replace'> {
  /** How the first instance runs. */
  readonly first: ServiceOptions;
  /** The command that started it. */
  readonly firstCommand: string;
  /** How an instance in a directory runs. Port and access to pages are those of the first one. */
  optionsOf(instance: string): ServiceOptions;
  /** Called when another instance runs. */
  onReplaced(service: Service, options: ServiceOptions): void;
  /** Called when neither the next instance nor the former one can be started: no service runs any more. */
  onLost(cause: unknown): void;
}

/** A local service that can go over to another instance at the same address. */
export interface ReplaceableService {
  /** The service that runs now. */
  service(): Service;
  /** Stops the work for the page "Your data", then the service. */
  close(): Promise<void>;
}

/**
 * Starts the local service. Another instance takes its place in the same process: the service closes, which finishes its
 * requests, and one for the other instance starts on the same port with the same secret of the pages. People stay signed in.
 *
 * @throws the errors of startService for the first instance
 */
export async function startReplaceable(options: ReplaceableOptions): Promise<ReplaceableService> {
  let running = { options: options.first, command: options.firstCommand };
  const yourData = new YourData({
    ...options,
    currentCommand: () => running.command,
    dataDirectory: () => running.options.dataDirectory,
    isRunning: (instance) => {
      const { instanceDirectory } = running.options;
      return instanceDirectory !== undefined && resolve(instanceDirectory) === resolve(instance);
    },
    replace,
  });
  let service = await startService({ ...options.first, yourData });

  /** Options that keep addresses, cookies and sign-ins valid. */
  const kept = () => ({
    yourData,
    port: Number(new URL(service.apiUrl).port),
    pageAccess: service.pageAccess,
    signIns: service.signIns,
  });

  async function replace(instance: string): Promise<void> {
    const former = running;
    const next = { options: options.optionsOf(instance), command: options.commandOf(instance) };
    await service.close();
    try {
      service = await startService({ ...next.options, ...kept() });
    } catch (error) {
      service = await startService({ ...former.options, ...kept() }).catch((cause: unknown) => {
        options.onLost(cause);
        throw error;
      });
      throw error;
    }
    running = next;
    options.onReplaced(service, next.options);
  }

  return {
    service: () => service,
    async close() {
      await yourData.close();
      await service.close();
    },
  };
}
