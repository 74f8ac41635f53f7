import { BRANDS, type BrandKey, brandOfHost } from '#contract/brands/brands.ts';
import type { Config } from './config.ts';

/**
 * The origin of links in messages and mails that no call of a page caused.
 *
 * @returns e.g. `https://app.frontdesk.example`; in the demo a name of this machine
 */
export function originOfBrand(config: Pick<Config, 'publicUrl' | 'brandHosts' | 'isDemo'>, brand: BrandKey): string {
  const { publicUrl, brandHosts, isDemo } = config;
  const { protocol, host, port, origin } = new URL(publicUrl);
  if (brandOfHost(host, { knowsLocal: true, extraHosts: brandHosts })?.key === brand) return origin;
  const own = Object.entries(brandHosts).find(([, key]) => key === brand)?.[0];
  if (own) return `${protocol}//${own}`;
  const { hosts } = BRANDS[brand];
  const local = isDemo ? hosts.find((one) => one.endsWith('.localhost')) : undefined;
  return local ? `${protocol}//${local}${port && `:${port}`}` : `https://${hosts[0]}`;
}

/** Whether an address is below one of ours: what it leads to may be fetched without a guard. */
export function isOwnAddress(config: Pick<Config, 'publicUrl' | 'brandHosts' | 'isDemo'>, url: string): boolean {
  const target = URL.parse(url);
  if (!target) return false;
  if (target.origin === new URL(config.publicUrl).origin) return true;
  return brandOfHost(target.host, { knowsLocal: config.isDemo, extraHosts: config.brandHosts }) !== undefined;
}
