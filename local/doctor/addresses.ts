import { connect, type PeerCertificate } from 'node:tls';
import { type Finding, failed, ok, warning } from './finding.ts';

/** A certificate that ends sooner than this is named. */
const DAYS_LEFT = 21;
const DAY = 86_400_000;

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

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What to do when nothing answers at an address. */
export function silenceHint(text: string, what: string): string {
  const check = `Check host and port of ${what}.`;
  const url = URL.parse(text);
  if (url === null || !isLoopback(url.hostname)) return check;
  return `Is the local service running? Start it with \`npx entity-data start\` and leave it running. If it runs: ${check}`;
}

/** Protocol and certificate of an https address; undefined for http, of which {@link checkAddress} has spoken. */
export async function checkEncryption(
  check: string,
  text: string,
  now: () => number,
  timeout: number,
): Promise<Finding | undefined> {
  const url = new URL(text);
  if (url.protocol !== 'https:') return undefined;
  let certificate: PeerCertificate;
  let protocol: string;
  try {
    ({ certificate, protocol } = await handshake(url, timeout));
  } catch (error) {
    return failed(
      check,
      `no encrypted connection to ${url.host}: ${(error as Error).message}`,
      'Check the host name, the certificate and whether a proxy stands between; NODE_EXTRA_CA_CERTS names certificates of your own.',
    );
  }
  const days = Math.floor((Date.parse(certificate.valid_to) - now()) / DAY);
  const message = `${protocol}, certificate for ${days} more days`;
  if (days < DAYS_LEFT) return warning(check, message, 'Renew the certificate of domain_name, or see why it is not.');
  return ok(check, message, { protocol, days });
}

function handshake(url: URL, timeout: number): Promise<{ certificate: PeerCertificate; protocol: string }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(url.port || 443), servername: host, timeout });
    socket.once('secureConnect', () => {
      resolve({ certificate: socket.getPeerCertificate(), protocol: socket.getProtocol() ?? 'TLS' });
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
  });
}
