/** What proxies add to requests, besides every name that begins with `x-forwarded`, `x-original-` or `cf-`. */
const names: ReadonlySet<string> = new Set([
  'client-ip',
  'fastly-client-ip',
  'forwarded',
  'forwarded-for',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-proxyuser-ip',
  'x-real-ip',
]);

/**
 * The header by which a request tells that a proxy forwards it, as it was sent; undefined when there is none. A proxy may
 * keep silent: that there is none proves nothing.
 *
 * @param rawHeaders names and values one after the other, as the caller sent them
 */
export function forwardingHeader(rawHeaders: readonly string[]): string | undefined {
  return rawHeaders.find((text, index) => {
    if (index % 2 === 1) return false;
    const name = text.toLowerCase();
    return names.has(name) || /^(?:x-forwarded|x-original-|cf-)/.test(name);
  });
}
