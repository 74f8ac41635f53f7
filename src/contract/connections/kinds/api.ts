import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/** API clients of the business. The connection is created with the first token. */
export const API = {
  reads: null,
  pollMinutes: null,
  sendsToken: false,
  rights: [],
  ways: [],
  page: '/accounts/api',
} as const satisfies ConnectionKindDeclaration;
