import type { ConnectionKindDeclaration } from '#contract/connections/kind.ts';

/** amoCRM. Its account is connected by a consent page, so there are no credentials to type. */
export const AMO = {
  reads: 'deals',
  pollMinutes: 2,
  sendsToken: false,
  rights: [],
  ways: [],
  page: '/accounts/amo',
} as const satisfies ConnectionKindDeclaration;
