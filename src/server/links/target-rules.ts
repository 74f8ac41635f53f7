import { BRANDS } from '#contract/brands/brands.ts';
import type { FieldReason } from '#contract/field-reasons-values.ts';
import { LONGEST_TARGET, UTM_FIELDS, type UtmField } from '#contract/links/values.ts';
import { comparableHost } from '#server/platform/values/host-rules.ts';
import { isPublicAddress } from '#server/platform/values/ip-address-rules.ts';

/** Hosts that a target is compared with, as `comparableHost` writes them. */
export type TargetLimits = {
  /** Hosts of this deployment, with a port where it is not the usual one, beside those of the brand table. */
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
const LEADING_ON = /^\/+(?:to|q)(?:\/|$)/i;

/** Why a link may not lead to a target; null: it may. Hosts and paths of ours are compared in one notation. */
export function refusalOfTarget(target: string, limits: TargetLimits): FieldReason | null {
  const url = URL.parse(target);
  if (!url || target.length > LONGEST_TARGET || /[\s<>"]/.test(target)) return 'url';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url';
  if (url.username || url.password) return 'target_credentials';
  if (isOwn(url, limits)) return LEADING_ON.test(pathOf(url)) ? 'target_loop' : null;
  const host = comparableHost(url.hostname);
  if (isInner(host)) return 'target_inner';
  return isBlocked(host, [...KNOWN_BAD_HOSTS, ...limits.blockedHosts]) ? 'target_blocked' : null;
}

/**
 * Whether a stored target is not followed any more, as it would be refused today: its host was blocked after the target
 * was checked, or the check was weaker.
 */
export function isStopped(target: string, limits: TargetLimits): boolean {
  const refusal = refusalOfTarget(target, limits);
  return refusal === 'target_blocked' || refusal === 'target_loop' || refusal === 'target_credentials';
}

/** Whether the address is on a host of this deployment. */
export function isOwn({ hostname, port }: URL, { ownHosts }: TargetLimits): boolean {
  const host = comparableHost(hostname);
  const own = port ? `${host}:${port}` : host;
  return ownHosts.includes(own) || Object.values(BRANDS).some(({ hosts }) => hosts.some((one) => one === host));
}

/** The path of an address, decoded as our router and a proxy before it may decode it. */
export function pathOf({ pathname }: URL): string {
  let path = pathname;
  for (let times = 0; times < MAX_DECODINGS; times++) path = decoded(path);
  return path;
}

const MAX_DECODINGS = 3;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the host, or a domain it belongs to, is in the list. @param host as {@link comparableHost} writes it */
function isBlocked(host: string, blockedHosts: readonly string[]): boolean {
  return blockedHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`));
}

/** Public names whose addresses are inner ones: `10.0.0.1.nip.io` is 10.0.0.1. */
const ANSWERED_INSIDE = ['nip.io', 'sslip.io', 'xip.io', 'localtest.me', 'lvh.me', 'vcap.me'] as const;

const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|arpa|test|invalid|onion)$/;

/** Whether a host belongs to this machine or to a private network. */
function isInner(host: string): boolean {
  if (host.includes(':') || /^[\d.]+$/.test(host)) return !isPublicAddress(host);
  return !host.includes('.') || INNER_NAMES.test(host) || isBlocked(host, ANSWERED_INSIDE);
}

/** Adds campaign marks to a target, before its fragment; the target itself, with marks that it has already, stays byte for byte. */
export function withUtm(target: string, utm: Partial<Record<UtmField, string>>): string {
  const [, address = target, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? [];
  const [, query = null] = /\?(.*)$/s.exec(address) ?? [];
  const present = new Set((query ?? '').split(/[&;]/).map(nameOf));
  const marks = UTM_FIELDS.flatMap((field) => {
    const name = `utm_${field}`;
    return utm[field] && !present.has(name) ? [`${name}=${encodeURIComponent(utm[field].toWellFormed())}`] : [];
  });
  if (marks.length === 0) return target;
  return address + separatorAfter(query) + marks.join('&') + fragment;
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=');
  return decoded(name.replaceAll('+', ' '));
}

/** The sign before a further parameter. @param query null: the address has none */
function separatorAfter(query: string | null): '' | '?' | '&' {
  if (query === null) return '?';
  return query === '' || /[&;]$/.test(query) ? '' : '&';
}
