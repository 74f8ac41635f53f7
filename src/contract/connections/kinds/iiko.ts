import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/**
 * iiko, a restaurant system. An `apiLogin` is created by the restaurant's iiko partner; an `apiKey` by the restaurant
 * itself in iikoWeb. Orders are over within the hour, so they are polled often.
 */
export const IIKO = {
  reads: 'orders',
  pollMinutes: 2,
  sendsToken: true,
  rights: ['loyalty'],
  ways: [
    {
      name: 'api_login',
      label: 'connections:iiko.way_api_login',
      fields: [
        {
          name: 'apiLogin',
          shape: 'secret',
          label: 'connections:iiko.api_login',
          help: 'connections:iiko.api_login_help',
        },
      ],
    },
    {
      name: 'api_key',
      label: 'connections:iiko.way_api_key',
      fields: [
        { name: 'apiKey', shape: 'secret', label: 'connections:iiko.api_key', help: 'connections:iiko.api_key_help' },
      ],
    },
  ],
  page: '/accounts/iiko',
} as const satisfies ConnectionKindDeclaration;
