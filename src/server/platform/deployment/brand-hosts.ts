import { BRAND_KEYS, brandOfHost, type BrandKey } from '#contract/brands/brands.ts';

type Settings = { PUBLIC_URL?: string | undefined; BRAND?: BrandKey | undefined; BRAND_HOSTS: readonly string[] };

/** The brands of the deployment's own hosts. Those of `BRAND_HOSTS` go before the brand of its address. */
export function brandHostsOf({ PUBLIC_URL, BRAND, BRAND_HOSTS }: Settings): Record<string, BrandKey> {
  const address = PUBLIC_URL ?? (BRAND && 'http://localhost');
  return { ...hostOfAddress(address, BRAND), ...readBrandHosts(BRAND_HOSTS) };
}

function readBrandHosts(pairs: readonly string[]): Record<string, BrandKey> {
  const hosts: Record<string, BrandKey> = {};
  const known = BRAND_KEYS.join(', ');
  for (const pair of pairs) {
    const [key, host] = pair.split('=');
    const brand = BRAND_KEYS.find((one) => one === key);
    if (!brand || !host) throw new Error(`BRAND_HOSTS: "${pair}" is not brand=host; brands are ${known}.`);
    hosts[host] = brand;
  }
  return hosts;
}

/** Maps the deployment's own address to the chosen brand, else to the brand table's; BRAND_HOSTS goes before both. */
function hostOfAddress(publicUrl: string | undefined, chosen: BrandKey | undefined): Record<string, BrandKey> {
  const host = publicUrl && new URL(publicUrl).host;
  if (!host) return {};
  if (chosen) return { [host]: chosen };
  return brandOfHost(host, { knowsLocal: false }) ? {} : { [host]: 'main' };
}
