import { unmapped } from './ip-address-rules.ts';

/**
 * Writes a host in one notation, so that two can be compared: lower case, an international name in punycode, an IPv4
 * address in four decimals (also one mapped into IPv6), an IPv6 address without brackets, no final dots.
 *
 * @param hostname as `URL` reads it, which has written names and IPv4 addresses so already
 */
export function comparableHost(hostname: string): string {
  return unmapped(hostname.replaceAll(/^\[|\]$/g, '').replace(/\.+$/, ''));
}

/**
 * Reads a host as a person writes it into a list: perhaps an address of the web, with a port, a user, or a `*.` for its
 * subdomains.
 *
 * @returns null when there is no host in it
 */
export function readHost(written: string): string | null {
  const [, host = ''] = /^(?:(?:[a-z][a-z\d+.-]*:)?\/\/)?(?:\*?\.)?(.*)$/i.exec(written.trim()) ?? [];
  const url = URL.parse(`http://${host}/`) ?? URL.parse(`http://[${host}]/`);
  return url ? comparableHost(url.hostname) || null : null;
}
