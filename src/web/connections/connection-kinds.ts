import type { ConnectionKind } from '#contract/connections.ts';

/** Where connections of each kind are made and looked after. */
export const CONNECTION_PAGES = {
  yclients: '/accounts/yclients',
  altegio: '/accounts/altegio',
  iiko: '/accounts/iiko',
  api: '/accounts/api',
} as const satisfies Record<ConnectionKind, string>;

/** The vendors of the YCLIENTS platform: connected, shown and mended in the same way. */
export type VendorKind = Extract<ConnectionKind, 'yclients' | 'altegio'>;
