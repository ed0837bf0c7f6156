import type { ConsoleConfiguration } from '../../../../functions/console/configuration.ts';

let current: ConsoleConfiguration | undefined;

/** Takes the configuration that the page carries. */
export function takeConfiguration(text: string): void {
  current = JSON.parse(text);
}

/** The configuration. It stays the same while the page is open, also when the service goes over to another instance. */
export function configuration(): ConsoleConfiguration {
  if (current === undefined) throw new Error('The page has not taken its configuration yet.');
  return current;
}
