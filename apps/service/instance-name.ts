import { basename, dirname, resolve } from 'node:path';

interface InstancePlace {
  readonly instanceDirectory?: string | undefined;
  readonly ruleConfigFile: string;
}

/** What people call the data of a service: the directory of its instance. A number says too little without the directory around it. */
export function instanceName({ instanceDirectory, ruleConfigFile }: InstancePlace): string {
  const directory = resolve(instanceDirectory ?? dirname(ruleConfigFile));
  const name = basename(directory);
  return /^\d+$/.test(name) ? `${basename(dirname(directory))}/${name}` : name;
}
