import { BlockList, isIP } from 'node:net';

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
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  const problems: string[] = [];
  entries.forEach((entry, index) => {
    const range = parseRange(entry);
    if (typeof range === 'string') problems.push(`has ${JSON.stringify(entry)} at index ${index}: ${range}`);
    else lists[range.family].addSubnet(range.address, range.prefix, range.family);
  });
  return {
    allowList: {
      allows(sourceIp) {
        const family = familyOf(sourceIp);
        if (family === undefined) return false;
        // Node compares a mapped address with IPv4 ranges. IPv6 ranges, which may contain it too, are not about it.
        return lists[isMapped(sourceIp, family) ? 'ipv4' : family].check(sourceIp, family);
      },
    },
    problems,
  };
}

type Family = 'ipv4' | 'ipv6';

interface Range {
  readonly address: string;
  readonly prefix: number;
  readonly family: Family;
}

function parseRange(entry: string): Range | string {
  const slash = entry.indexOf('/');
  const address = slash === -1 ? entry : entry.slice(0, slash);
  const family = familyOf(address);
  if (family === undefined) {
    return 'neither an IP address nor a CIDR block, written without leading zeros, blanks or host names.';
  }
  if (address.includes('%')) return 'an address with a zone means something on one machine only.';
  if (family === 'ipv6' && (address.includes('.') || isMapped(address, family))) {
    return 'an IPv4 address inside an IPv6 one; write it as IPv4.';
  }
  const bits = family === 'ipv4' ? 32 : 128;
  if (slash === -1) return { address, prefix: bits, family };
  const prefix = entry.slice(slash + 1);
  if (!/^(0|[1-9][0-9]{0,2})$/.test(prefix) || Number(prefix) > bits) {
    return `the prefix length must be a whole number from 0 to ${bits}.`;
  }
  return { address, prefix: Number(prefix), family };
}

const families: Readonly<Record<number, Family>> = { 4: 'ipv4', 6: 'ipv6' };

/** Undefined for a text that is not an address. */
const familyOf = (text: string): Family | undefined => families[isIP(text)];

/** The IPv6 addresses that stand for IPv4 addresses (RFC 4291, section 2.5.5.2). */
const mappedAddresses = new BlockList();
mappedAddresses.addSubnet('::ffff:0:0', 96, 'ipv6');

const isMapped = (address: string, family: Family): boolean =>
  family === 'ipv6' && mappedAddresses.check(address, family);
