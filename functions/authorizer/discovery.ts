import { parsedObject } from '../../src/text/json.ts';
import { DocumentUnavailableError, type FetchDocument, isFetchable } from './document.ts';

/**
 * The URLs of an issuer's discovery documents. RFC 8414 (section 3.1) puts its well-known name between host and path;
 * OpenID Connect Discovery (section 4) appends its well-known name to the issuer.
 */
export function discoveryUrls(issuerUrl: string): readonly [oauth: URL, openid: URL] {
  const { origin, path } = partsOf(issuerUrl);
  return [
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
    new URL(`${origin}${path}/.well-known/openid-configuration`),
  ];
}

/** The usual URL of the key set, for an issuer without a discovery document. */
export function defaultJwksUrl(issuerUrl: string): URL {
  const { origin, path } = partsOf(issuerUrl);
  return new URL(`${origin}${path}/.well-known/jwks.json`);
}

/** Milliseconds to wait for the first document before the second one is requested as well. */
const patienceMs = 250;

/**
 * Finds the URL of an issuer's key set in its discovery document, or falls back to the usual URL. OpenID Connect's
 * document, which nearly every issuer has, is requested first. The other one is requested when the first fails or takes
 * longer than 250 ms. The first valid document decides, because the issuer publishes both. Never rejects.
 *
 * @returns the URL, and for the fallback why there was no discovery document.
 */
export async function discoverJwksUrl(
  issuerUrl: string,
  fetch: FetchDocument,
): Promise<{ jwksUrl: URL; undiscovered?: string }> {
  const [oauth, openid] = discoveryUrls(issuerUrl);
  const ask = async (url: URL) => jwksUrlIn(await fetch(url), issuerUrl, url);
  const first = ask(openid);
  let timer: NodeJS.Timeout | undefined;
  const inVain = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
    first.catch(() => resolve());
  });
  try {
    return { jwksUrl: await Promise.any([first, inVain.then(() => ask(oauth))]) };
  } catch (error) {
    const reasons = (error as AggregateError).errors.map((cause) =>
      cause instanceof Error ? cause.message : `${cause}`,
    );
    return { jwksUrl: defaultJwksUrl(issuerUrl), undiscovered: reasons.join(' ') };
  } finally {
    clearTimeout(timer);
  }
}

function jwksUrlIn(text: string, issuerUrl: string, url: URL): URL {
  const metadata = parsedObject(text);
  if (metadata === undefined) throw new DocumentUnavailableError(`${url.href} is not a JSON object.`);
  // RFC 8414, section 3.3: a document that names another issuer must not be used.
  if (metadata['issuer'] !== issuerUrl) {
    throw new DocumentUnavailableError(
      `${url.href} is about the issuer ${JSON.stringify(metadata['issuer'])}, not ${JSON.stringify(issuerUrl)}.`,
    );
  }
  const stated = metadata['jwks_uri'];
  const jwksUrl = typeof stated === 'string' ? URL.parse(stated) : null;
  const secure = jwksUrl !== null && (jwksUrl.protocol === 'https:' || url.protocol === 'http:');
  if (jwksUrl === null || !isFetchable(jwksUrl) || !secure) {
    throw new DocumentUnavailableError(`${url.href} has no jwks_uri that is an https address.`);
  }
  return jwksUrl;
}

function partsOf(issuerUrl: string): { origin: string; path: string } {
  const { origin, pathname } = new URL(issuerUrl);
  return { origin, path: pathname.replace(/\/+$/, '') };
}
