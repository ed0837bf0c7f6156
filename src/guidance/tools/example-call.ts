import { isObject } from '../../is-object.ts';
import type { ToolDefinition } from './tool.ts';

/** The most characters of an argument; a longer one is shown by its form. */
const maxArgument = 160;

/**
 * An example of a call for a caller whose arguments did not fit: the shortest of those that give most of the same
 * arguments. Undefined without examples.
 */
export function exampleCall({ examples }: ToolDefinition, args: unknown): string | undefined {
  const given = isObject(args) ? args : {};
  const calls = examples.map(({ arguments: all }) => ({
    common: Object.keys(all).filter((name) => Object.hasOwn(given, name)).length,
    text: `{${Object.entries(all)
      .map(([name, value]) => `${JSON.stringify(name)}: ${shown(value)}`)
      .join(', ')}}`,
  }));
  const [best] = calls.sort((a, b) => b.common - a.common || a.text.length - b.text.length);
  return best === undefined ? undefined : `Example of a call: ${best.text}`;
}

function shown(value: unknown): string {
  const json = JSON.stringify(value);
  if (json.length <= maxArgument) return json;
  if (Array.isArray(value)) return `[${JSON.stringify(value[0]).slice(0, maxArgument)}, …]`;
  if (isObject(value))
    return `{${Object.keys(value)
      .map((name) => `${JSON.stringify(name)}: …`)
      .join(', ')}}`;
  return `${json.slice(0, maxArgument)}…"`;
}
