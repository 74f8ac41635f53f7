import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/** Chatwoot, a desk of operators. */
export const CHATWOOT = {
  reads: 'talks',
  pollMinutes: 1,
  sendsToken: false,
  rights: [],
  ways: [
    {
      name: 'token',
      label: 'connections:iiko.way_api_key',
      fields: [{ name: 'token', shape: 'secret', label: 'connections:iiko.api_key', help: null }],
    },
  ],
  page: '/accounts/chatwoot',
} as const satisfies ConnectionKindDeclaration;
