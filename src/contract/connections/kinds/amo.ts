import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/** amoCRM (Kommo). Its owner allows the access on amoCRM's own page; the account is the only branch of a connection. */
export const AMO = {
  reads: 'deals',
  pollMinutes: 2,
  sendsToken: false,
  rights: ['account_admin', 'webhooks_plan'],
  ways: [],
  connects: 'consent',
  page: '/accounts/amo',
} as const satisfies ConnectionKindDeclaration;
