/** Whether an IP address belongs to the public internet; of IPv6, only global unicast does. */
export function isPublicAddress(address: string): boolean {
  const ofIpv4 = readIpv4(address);
  if (ofIpv4) return !isIn(ofIpv4, SPECIAL_IPV4);
  const ofIpv6 = readIpv6(address);
  return ofIpv6 !== null && isIn(ofIpv6, GLOBAL_IPV6) && !isIn(ofIpv6, SPECIAL_IPV6);
}

/**
 * The network by which the requests of an address are counted: an IPv4 address itself, also where it is mapped into IPv6;
 * of IPv6 the /64, of which one device may use every address. Digests of it are stored: it keeps its form.
 */
export function networkOf(address: string): string {
  const groups = readIpv6(address.split('%')[0] ?? '');
  return groups ? (mappedIpv4(groups) ?? groups.slice(0, 4).map(toHex).join(':')) : address;
}

/** The IPv4 address that is mapped into an IPv6 address (`::ffff:1.2.3.4`), if one is. */
export function unmapped(address: string): string {
  const groups = readIpv6(address);
  return (groups && mappedIpv4(groups)) ?? address;
}

type Subnet = readonly [net: string, bits: number];

/**
 * Blocks of IPv4 with a special purpose: the registry of IANA, and multicast.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const SPECIAL_IPV4: readonly Subnet[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by a carrier's customers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** Global unicast addresses. All other IPv6 addresses are special: mapped, translated, local, discarded, multicast. */
const GLOBAL_IPV6: readonly Subnet[] = [['2000::', 3]];

/**
 * Blocks of global unicast addresses with a special purpose. https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL_IPV6: readonly Subnet[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: holds an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

function mappedIpv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (!isMapped) return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

const toHex = (group: number) => group.toString(16);

/** Whether an address of 16-bit groups is in one of the subnets of its family. */
function isIn(groups: readonly number[], subnets: readonly Subnet[]): boolean {
  return subnets.some(([net, bits]) => {
    const ofNet = readIpv4(net) ?? readIpv6(net) ?? [];
    return groups.every((group, index) => {
      const free = 16 - Math.min(16, Math.max(0, bits - index * 16));
      return group >> free === (ofNet[index] ?? 0) >> free;
    });
  });
}

/** The two groups of an IPv4 address in its usual notation. */
function readIpv4(address: string): [number, number] | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return [(a << 8) | b, (c << 8) | d];
}

/** The eight groups of an IPv6 address. */
function readIpv6(address: string): number[] | null {
  const host = /^[\da-f:.]+$/i.test(address) && URL.parse(`http://[${address}]/`)?.hostname; // NOTE: it writes an IPv4 part in groups
  if (!host) return null;
  const [left = [], right = []] = host
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean).map(fromHex));
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

const fromHex = (group: string) => Number.parseInt(group, 16);
