import { type Brand, type BrandKey, BRANDS, brandOfHost } from '#contract/brands.ts';
import type { Config } from './config.ts';

/** The branded domain a call came through. */
export type Site = {
  brand: Brand;
  /** What links of this call begin with, e.g. `https://app.frontdesk.example`; null for a host that is not ours: no mail link then. */
  origin: string | null;
};

/**
 * Finds the brand of a call by the page's host, else by the request's. A stranger's host gets the default brand
 * and no origin, so that nobody can have a link to his own host mailed to our people.
 *
 * @param page the Client-Host or X-Client-Host header: the origin of the page that calls
 * @param host of the request, with its port
 */
export function siteOf(config: Config, page: string | undefined, host: string): Site {
  for (const candidate of [hostOf(page), host]) {
    const brand = candidate && brandOfHost(candidate, { knowsLocal: config.isDemo, extraHosts: hostsOf(config) });
    if (brand) return { brand, origin: `${new URL(config.publicUrl).protocol}//${candidate.toLowerCase()}` };
  }
  return { brand: BRANDS.main, origin: null };
}

function hostsOf({ machineHosts, brandHosts }: Config): Record<string, BrandKey> {
  return { ...Object.fromEntries(machineHosts.map((host) => [host, 'main' as const])), ...brandHosts };
}

function hostOf(origin: string | undefined): string | undefined {
  if (!origin) return undefined;
  const url = origin.includes('://') ? origin : `http://${origin}`; // NOTE: some callers name the bare host
  return URL.canParse(url) ? new URL(url).host : undefined;
}
