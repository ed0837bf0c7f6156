const longest = 60;

/** Formats an untrusted text for a message: quoted, escaped and of bounded length. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= longest ? text : `${text.slice(0, longest)}…`);
}

/** Formats a list as `"a", "b" or "c"`, with at most ten entries. */
export function quoteChoices(choices: Iterable<string>): string {
  const all = [...choices];
  if (all.length === 0) return 'nothing';
  const shown = all.slice(0, 10).map(quote);
  if (all.length > shown.length) return `${shown.join(', ')} or one of ${all.length - shown.length} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
