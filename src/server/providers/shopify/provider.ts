import type { BranchFacts, Caller, ProviderResult, SourceProvider } from '#server/connections/port.ts';
import type { ShopCapability } from '#server/connections/shop-port.ts';
import { deliveryOf, readPayload, shopOf } from './payloads.ts';
import { SHOPIFY_SIGNATURE } from './signature.ts';

/** The part of a shop's domain that Shopify gives; it is in each webhook, also where the shop has a domain of its own. */
const SUFFIX = '.myshopify.com';

/**
 * A shop on Shopify, by its webhooks alone: nothing of Shopify is called, so the owner enters our address there, and
 * the first webhook proves the domain and the secret.
 */
export function createShopify(): SourceProvider & { shop: ShopCapability } {
  const listBranches = async ({ credentials }: Caller): Promise<ProviderResult<BranchFacts[]>> => ({
    isOk: true,
    value: [toBranch(credentials['shop'] ?? '')],
  });
  return {
    kind: 'shopify',
    async signIn(_requester, { shop: typed = '', secret }) {
      const shop = shopIn(typed);
      if (!shop) return { isOk: false, trouble: 'wrong_address', text: null, isTemporary: false, retryAfterMs: null };
      return { isOk: true, value: { credentials: { shop }, name: shop, signingSecret: secret } };
    },
    listBranches,
    async getBranch({ credentials }, branchId) {
      return { isOk: true, value: credentials['shop'] === branchId ? toBranch(branchId) : null };
    },
    subscribe: async () => ({ isOk: true, value: { state: 'manual' } }),
    unsubscribe: async () => ({ isOk: true, value: null }),
    signature: SHOPIFY_SIGNATURE,
    deliveryOf,
    accountOf: shopOf,
    shop: { readPayload },
  };
}

/** Returns the domain in what an owner pastes: the domain, its first part, or an address of the shop or its admin. */
function shopIn(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '');
  const [host = '', section, store] = text.split(/[/?#]/u);
  const named = host === 'admin.shopify.com' && section === 'store' ? store : host;
  const name = named?.endsWith(SUFFIX) ? named.slice(0, -SUFFIX.length) : named;
  return name && /^[a-z0-9][a-z0-9-]{0,99}$/u.test(name) ? `${name}${SUFFIX}` : null;
}

const toBranch = (shop: string): BranchFacts => ({
  externalId: shop,
  title: shop.slice(0, -SUFFIX.length),
  city: null,
  address: null,
  coordinates: null,
  phone: null,
  timeZone: null,
  currency: null,
  isLicenceActive: true,
  cancelClosesMinutes: null,
});
