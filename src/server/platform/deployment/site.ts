import { type Brand, type BrandKey, BRANDS, brandOfHost } from '#contract/brands/brands.ts';
import type { Config } from './config.ts';
import { originOfBrand } from './link-origin.ts';

/** The branded domain a call came through. */
export type Site = {
  brand: Brand;
  /**
   * Origin of links made in this call, e.g. `https://app.frontdesk.example`: the configured host and port of the
   * brand, regardless of the caller's port. Null for an unknown host: then mails have no link.
   */
  origin: string | null;
  /**
   * Origin of the page that calls, where its member is signed in; its brand may have several hosts. Null for an unknown
   * host.
   */
  pageOrigin: string | null;
};

/**
 * Finds the brand of a call by the page's host, else by the request's. An unknown host gets the default brand and no
 * origin, so that an attacker cannot have links to their own host mailed to our members.
 *
 * @param page the Client-Host or X-Client-Host header: the origin of the page that calls
 * @param host of the request, with its port
 */
export function siteOf(config: Config, page: string | undefined, host: string): Site {
  for (const candidate of [hostOf(page), host]) {
    const brand = candidate && brandOfHost(candidate, { knowsLocal: config.isDemo, extraHosts: hostsOf(config) });
    if (!brand) continue;
    const origin = machineOrigin(config, candidate) ?? originOfBrand(config, brand.key);
    return { brand, origin, pageOrigin: originAt(config, candidate) };
  }
  return { brand: BRANDS.main, origin: null, pageOrigin: null };
}

/** The origin of a host of ours: local names are served on our own port, others on that of their protocol. */
function originAt({ publicUrl, brandHosts, isDemo }: Config, host: string): string {
  const { protocol, hostname, port } = new URL(publicUrl);
  const name = host.toLowerCase().replace(/:\d+$/, '');
  const entered = Object.keys(brandHosts).find((one) => one.replace(/:\d+$/, '') === name);
  if (entered && name !== hostname) return `${protocol}//${entered}`;
  return `${protocol}//${name}${port && (isDemo || name === hostname) ? `:${port}` : ''}`;
}

/** The origin of an address of this machine, under which the demo is shown to its network; with our own port. */
function machineOrigin({ machineHosts, publicUrl }: Config, candidate: string): string | null {
  const { protocol, port } = new URL(publicUrl);
  const host = machineHosts.find((one) => one === candidate.toLowerCase().replace(/:\d+$/, ''));
  return host ? `${protocol}//${host}${port && `:${port}`}` : null;
}

function hostsOf({ machineHosts, brandHosts }: Config): Record<string, BrandKey> {
  return { ...Object.fromEntries(machineHosts.map((host) => [host, 'main' as const])), ...brandHosts };
}

function hostOf(origin: string | undefined): string | undefined {
  if (!origin) return undefined;
  const url = origin.includes('://') ? origin : `http://${origin}`; // NOTE: some callers send the bare host
  return URL.canParse(url) ? new URL(url).host : undefined;
}
