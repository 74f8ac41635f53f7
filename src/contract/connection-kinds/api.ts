import type { ConnectionKindDeclaration } from '#contract/connection-kind.ts';

/** The business's own programs, which post to us. The connection is made with the first token. */
export const API = {
  reads: null,
  pollMinutes: null,
  sendsToken: false,
  rights: [],
  ways: [],
  page: '/accounts/api',
} as const satisfies ConnectionKindDeclaration;
