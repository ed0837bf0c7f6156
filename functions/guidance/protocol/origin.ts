/** Which pages of a browser may talk to the server. */
export interface OriginPolicy {
  /** Origins besides the server's own, such as `https://inspector.example.com`. */
  readonly allowedOrigins: readonly string[];
  /**
   * True where nothing in front checks the Host header, as on a laptop: only loopback names are served then, because a
   * foreign name that leads to this address (DNS rebinding) would make a foreign page look like the server's own.
   */
  readonly loopbackOnly: boolean;
}

/**
 * What is wrong with where a request comes from; undefined when it may pass. Programs send no Origin, browsers always
 * do: a page of another site is refused, whatever it asks for.
 *
 * @param host the name, and port where there is one, that the request was sent to
 */
export function originProblem(origin: string | undefined, host: string, policy: OriginPolicy): string | undefined {
  if (policy.loopbackOnly && !isLoopback(nameOf(host))) return 'This server answers to loopback names only.';
  if (origin === undefined || policy.allowedOrigins.includes(origin)) return undefined;
  const own = policy.loopbackOnly ? isLoopbackOrigin(origin) : origin.toLowerCase() === `https://${host.toLowerCase()}`;
  return own ? undefined : 'Requests from this origin are not served.';
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

function nameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
