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
    if (brand) return { brand, origin: machineOrigin(config, candidate) ?? originOfBrand(config, brand.key) };
  }
  return { brand: BRANDS.main, origin: null };
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
