import { BRANDS } from '#contract/brands.ts';
import type { FieldReason } from '#contract/field-reasons-values.ts';
import { LONGEST_TARGET, UTM_FIELDS, type UtmField } from '#contract/links-values.ts';

/** Hosts that a target is compared with. */
export type TargetLimits = {
  /** Hosts of this deployment, beside those of the brand table. */
  ownHosts: readonly string[];
  /** Hosts that no link leads to, with their subdomains, beside those that are known to be bad. */
  blockedHosts: readonly string[];
};

/** Services whose links record who opens them, and the host on which browsers try out their warnings. */
const KNOWN_BAD_HOSTS = [
  '02ip.ru',
  '2no.co',
  'blasze.com',
  'ezstat.ru',
  'grabify.link',
  'iplis.ru',
  'iplogger.co',
  'iplogger.com',
  'iplogger.info',
  'iplogger.org',
  'iplogger.ru',
  'maper.info',
  'testsafebrowsing.appspot.com',
  'yip.su',
] as const;

/** Paths of ours that lead on: a link to one could lead back to itself. */
const LEADING_ON = /^\/(?:to|q)(?:\/|$)/i;

/**
 * Why a link may not lead to a target; null: it may.
 *
 * The host is compared as `URL` reads it, which writes every notation of an IPv4 address (`0x7f.1`, `2130706433`) in
 * its usual one.
 */
export function refusalOfTarget(target: string, { ownHosts, blockedHosts }: TargetLimits): FieldReason | null {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url || target.length > LONGEST_TARGET || /[\s<>"]/.test(target)) return 'url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url';
  if (url.username || url.password) return 'target_credentials';
  const host = url.hostname.replace(/\.$/, '');
  if (isOwn(url.host, host, ownHosts)) return LEADING_ON.test(url.pathname) ? 'target_loop' : null;
  if (isInner(host)) return 'target_inner';
  return isBlocked(host, [...KNOWN_BAD_HOSTS, ...blockedHosts]) ? 'target_blocked' : null;
}

/** Whether the host, or a domain it belongs to, is in the list. */
export function isBlocked(host: string, blockedHosts: readonly string[]): boolean {
  return blockedHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`));
}

function isOwn(hostAndPort: string, host: string, ownHosts: readonly string[]): boolean {
  return ownHosts.includes(hostAndPort) || Object.values(BRANDS).some(({ hosts }) => hosts.some((own) => own === host));
}

/** Public names whose addresses are inner ones: `10.0.0.1.nip.io` is 10.0.0.1. */
const ANSWERED_INSIDE = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me'] as const;

const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|arpa|test|invalid|onion)$/;

/** Whether a host belongs to this machine or to a private network. */
function isInner(host: string): boolean {
  if (host.startsWith('[')) return isInnerIpv6(host.slice(1, -1));
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host)?.slice(1).map(Number);
  if (parts) return isInnerIpv4(parts);
  return !host.includes('.') || INNER_NAMES.test(host) || isBlocked(host, ANSWERED_INSIDE);
}

/** Private, loopback, link-local, shared, reserved and multicast addresses (RFC 6890). */
function isInnerIpv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224
  );
}

/** Only global unicast addresses (2000::/3) are outside; of those, tunnels to IPv4 addresses are refused too. */
function isInnerIpv6(address: string): boolean {
  return !/^[23][\da-f]{3}:/.test(address) || /^(?:2002|2001:(?:0|db8)?):/.test(address);
}

/** Adds campaign marks to a target; marks that it has already stay as they are. */
export function withUtm(target: string, utm: Partial<Record<UtmField, string>>): string {
  const marks = UTM_FIELDS.flatMap((field) => (utm[field] ? [[`utm_${field}`, utm[field]] as const] : []));
  if (marks.length === 0) return target;
  const url = new URL(target);
  for (const [name, value] of marks) if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  return url.href;
}
