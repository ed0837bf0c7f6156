/** Headers that proxies add, in addition to names that begin with `x-forwarded`, `x-original-` or `cf-`. */
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
 * Finds the first header that shows that a proxy forwarded the request. Undefined does not prove a direct connection: a
 * proxy may add no header.
 *
 * @param rawHeaders names and values in turns, as the caller sent them
 * @returns the header's name as it was sent
 */
export function forwardingHeader(rawHeaders: readonly string[]): string | undefined {
  return rawHeaders.find((text, index) => {
    if (index % 2 === 1) return false;
    const name = text.toLowerCase();
    return names.has(name) || /^(?:x-forwarded|x-original-|cf-)/.test(name);
  });
}
