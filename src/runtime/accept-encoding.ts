/** Other names of a coding (RFC 9110, 8.4.1.3). */
const aliases = { gzip: ['gzip', 'x-gzip'], br: ['br'] } as const;

/** Whether an Accept-Encoding header lets the answer have this coding (RFC 9110, 12.5.3). */
export function accepts(coding: keyof typeof aliases, header: string | undefined): boolean {
  if (header === undefined) return false;
  const names: readonly string[] = aliases[coding];
  let wildcard = false;
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const accepted = quality === undefined || Number(quality.slice(2)) > 0;
    if (names.includes(name)) return accepted;
    if (name === '*') wildcard = accepted;
  }
  return wildcard;
}
