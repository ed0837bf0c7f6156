import { isIP } from 'node:net';
import type { IPv4, IPv6 } from 'ipaddr.js';
import ipaddr from 'ipaddr.js';

type Address = IPv4 | IPv6;
type Range = readonly [Address, number];

/** The addresses and CIDR blocks that may call, compiled once. */
export interface AllowList {
  /** True if the caller's address, as the gateway saw it, is on the list. False for a text that is not an address. */
  allows(sourceIp: string): boolean;
}

/**
 * Compiles a list of IPv4 and IPv6 addresses and CIDR blocks. Only the canonical notation of an address is valid:
 * programs disagree on what `010.0.0.1`, `0x0a.0.0.1` or `10.1` mean. A range that its author reads differently than
 * this check is worse than an error. Write IPv4 addresses as IPv4, because callers' addresses are compared unmapped.
 *
 * @returns the compiled list, and one sentence for every invalid entry.
 */
export function compileAllowList(entries: readonly string[]): { allowList: AllowList; problems: readonly string[] } {
  const ranges: Range[] = [];
  const problems: string[] = [];
  entries.forEach((entry, index) => {
    const range = parseRange(entry);
    if (typeof range === 'string') problems.push(`has ${JSON.stringify(entry)} at index ${index}: ${range}`);
    else ranges.push(range);
  });
  return { allowList: { allows: (sourceIp) => isInAny(sourceIp, ranges) }, problems };
}

function parseRange(entry: string): Range | string {
  const slash = entry.indexOf('/');
  const text = slash === -1 ? entry : entry.slice(0, slash);
  const version = isIP(text);
  if (version === 0) {
    return 'neither an IP address nor a CIDR block, written without leading zeros, blanks or host names.';
  }
  if (text.includes('%')) return 'an address with a zone means something on one machine only.';
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv6' && (text.includes('.') || (address as IPv6).isIPv4MappedAddress())) {
    return 'an IPv4 address inside an IPv6 one; write it as IPv4.';
  }
  const bits = version === 4 ? 32 : 128;
  if (slash === -1) return [address, bits];
  const prefix = entry.slice(slash + 1);
  if (!/^(0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > bits) {
    return `the prefix length must be a whole number from 0 to ${bits}.`;
  }
  return [address, Number(prefix)];
}

function isInAny(sourceIp: string, ranges: readonly Range[]): boolean {
  // isIP first, because ipaddr.js also accepts octal, hexadecimal and shortened IPv4.
  if (isIP(sourceIp) === 0) return false;
  const parsed = ipaddr.parse(sourceIp);
  const caller = isMapped(parsed) ? parsed.toIPv4Address() : parsed;
  const kind = caller.kind();
  for (const [address, prefix] of ranges) {
    if (address.kind() === kind && caller.match(address, prefix)) return true;
  }
  return false;
}

function isMapped(address: Address): address is IPv6 {
  return address.kind() === 'ipv6' && (address as IPv6).isIPv4MappedAddress();
}
