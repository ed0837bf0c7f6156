import type { ConsoleConfiguration } from '../../../../functions/console/configuration.ts';

let current: ConsoleConfiguration | undefined;

/** Takes the configuration that the page carries. */
export function takeConfiguration(text: string): void {
  current = JSON.parse(text);
}

/** Reads the configuration again: that of a service that was started again names another client. Keeps what it has on a failure. */
export async function renewConfiguration(): Promise<void> {
  const answer = await fetch('/console/configuration').catch(() => undefined);
  if (answer?.ok) takeConfiguration(await answer.text());
}

/** The configuration. It stays the same while the session lasts, also when the service goes over to another instance. */
export function configuration(): ConsoleConfiguration {
  if (current === undefined) throw new Error('The page has not taken its configuration yet.');
  return current;
}
