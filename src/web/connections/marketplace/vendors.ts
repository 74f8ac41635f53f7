import type { MarketplaceKind } from '#contract/connections/marketplace.ts';

/** Names of vendors are the same in every language. */
export const VENDOR_NAMES = { yclients: 'YCLIENTS', altegio: 'Altegio' } as const satisfies Record<
  MarketplaceKind,
  string
>;
