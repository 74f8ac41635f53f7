import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/** A shop on Shopify. Its owner enters our address there; Shopify signs each webhook with one secret per shop. */
export const SHOPIFY = {
  reads: 'shop',
  pollMinutes: null,
  sendsToken: false,
  signs: true,
  signsAlways: true,
  rights: [],
  ways: [
    {
      name: 'webhooks',
      label: 'connections:shopify.way_webhooks',
      fields: [
        {
          name: 'shop',
          shape: 'login',
          label: 'connections:shopify.shop',
          help: 'connections:shopify.shop_help',
        },
        {
          name: 'secret',
          shape: 'secret',
          label: 'connections:shopify.secret',
          help: 'connections:shopify.secret_help',
        },
      ],
    },
  ],
  page: '/accounts/shopify',
} as const satisfies ConnectionKindDeclaration;
