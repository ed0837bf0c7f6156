import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import { findRunningServices, type ServiceDescription } from '../../service/running-services.ts';
import { shellWord } from '../shell-word.ts';
import { ConnectionUnknownError, ServiceNotChosenError } from './errors.ts';

/** Options that choose a local service exactly; without them, all that announce themselves here are meant. */
export interface LocalChoice {
  /** Where it keeps its data. */
  readonly dataDir?: string | undefined;
  /** The directory of its instance. */
  readonly instance?: string | undefined;
}

/** A local service, and the others that could have been meant. */
export interface FoundService {
  readonly service: ServiceDescription;
  readonly others: readonly ServiceDescription[];
}

/**
 * The local service that is chosen. Where none is chosen and several run, a command that only reads takes the one started
 * last.
 *
 * @throws ConnectionUnknownError when none runs
 * @throws ServiceNotChosenError when several run and the command writes
 */
export async function findLocalService(choice: LocalChoice, isWriting: boolean): Promise<FoundService> {
  const found = await Promise.all(placesOf(choice).map(findRunningServices));
  const [service, ...others] = oneForEachData(found.flat()).filter((one) => isChosen(one, choice));
  if (service === undefined) throw await noneRuns(choice);
  if (others.length > 0 && isWriting) {
    const all = [service, ...others];
    throw new ServiceNotChosenError(`${all.length} local services run, and this command writes:\n${listText(all)}`, {
      hint: 'Choose one with its option.',
    });
  }
  return { service, others };
}

/** The data directory that options name, of a service or without one. */
export const dataDirectoryOf = ({ dataDir, instance }: LocalChoice): string =>
  dataDir ?? (instance === undefined ? defaultDataDirectory : join(instance, 'data'));

/** The option that chooses a service, as it is typed in the working directory. */
export function optionOf({ dataDirectory, instanceDirectory }: ServiceDescription): string {
  return instanceDirectory !== undefined && isSame(dataDirectory, join(instanceDirectory, 'data'))
    ? `--instance ${shellWord(shortPath(instanceDirectory))}`
    : `--data-dir ${shellWord(shortPath(dataDirectory))}`;
}

/** A path from here, or the whole one where it leads out of the working directory. */
export function shortPath(path: string): string {
  const short = relative('', path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}

/** Directories with entries of services that may be meant. */
function placesOf({ dataDir, instance }: LocalChoice): readonly string[] {
  if (dataDir !== undefined) return [dataDir];
  // A service of the instance that keeps its data elsewhere announces itself in the usual directory.
  return instance === undefined ? [defaultDataDirectory] : [join(instance, 'data'), defaultDataDirectory];
}

function isChosen(service: ServiceDescription, { dataDir, instance }: LocalChoice): boolean {
  return (
    (dataDir === undefined || isSame(service.dataDirectory, dataDir)) &&
    (instance === undefined || (service.instanceDirectory !== undefined && isSame(service.instanceDirectory, instance)))
  );
}

/** Several services on the same data are as good as one. */
function oneForEachData(services: readonly ServiceDescription[]): readonly ServiceDescription[] {
  return [...Map.groupBy(services, ({ dataDirectory }) => canonical(dataDirectory)).values()].map(([first]) => first!);
}

const isSame = (one: string, other: string): boolean => canonical(one) === canonical(other);

/** Links on the way to a directory lead to the same one. */
const canonical = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path));

const listText = (services: readonly ServiceDescription[]): string => {
  const options = services.map(optionOf);
  const width = Math.max(...options.map(({ length }) => length));
  return services.map(({ apiUrl }, index) => `  ${options[index]!.padEnd(width)}  ${apiUrl}`).join('\n');
};

async function noneRuns(choice: LocalChoice): Promise<ConnectionUnknownError> {
  const { dataDir, instance } = choice;
  const place = [
    ...(instance === undefined ? [] : [`the instance ${instance}`]),
    ...(dataDir === undefined && instance !== undefined ? [] : [dataDir ?? defaultDataDirectory]),
  ].join(' and ');
  const options = [
    ...(instance === undefined ? [] : [` --instance ${shellWord(instance)}`]),
    ...(dataDir === undefined || dataDir === defaultDataDirectory ? [] : [` --data-dir ${shellWord(dataDir)}`]),
  ].join('');
  const others = oneForEachData(await findRunningServices(defaultDataDirectory));
  const running = others.length === 0 ? '' : `\nThere runs:\n${listText(others)}`;
  return new ConnectionUnknownError(`No local service is running on ${place}.${running}`, {
    hint: `Start it with \`npx entity-data start${options}\` in the same directory and leave it running, or name a deployment with --api-url, --token-url, --client-id and --client-secret.`,
  });
}
