import { type Finding, failed, ok } from './finding.ts';

/** Whether the text can be the address of an API of this service, before anything is sent to it. */
export function checkAddress(check: string, output: string, text: string): Finding {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return failed(check, `${JSON.stringify(text)} is no http or https address`, `Use the output ${output} as it is.`);
  }
  if (url.username !== '' || url.password !== '') {
    return failed(check, 'the address holds credentials', 'Give them as --client-id and --client-secret.');
  }
  if (output === 'token_url' && url.pathname === '/') {
    return failed(
      check,
      `${url.href} has no path`,
      'Use the output token_url as it is, with /oauth2/token at its end.',
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return failed(check, `${url.href} is not encrypted: tokens and records can be read on the way`, 'Use https.');
  }
  return ok(check, url.href);
}

export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What to do when nothing answers at an address. */
export function silenceHint(text: string, what: string): string {
  const check = `Check host and port of ${what}.`;
  const url = URL.parse(text);
  if (url === null || !isLoopback(url.hostname)) return check;
  return `Is the local service running? Start it with \`npx entity-data start\` and leave it running. If it runs: ${check}`;
}
