import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Connection } from './calls.ts';
import { CONSENT_KINDS } from './kinds.ts';

/** Systems whose owner allows the access on a page of the system. */
export const ConsentKind = z.enum(CONSENT_KINDS);
export type ConsentKind = z.infer<typeof ConsentKind>;

export const getConsent = endpoint({
  method: 'GET',
  path: '/api/v1/connections/consents',
  access: 'member',
  summary: 'Whether this deployment can be connected to a system by a consent.',
  query: z.object({ kind: ConsentKind }),
  reply: z.object({ isConfigured: z.boolean() }),
});

/** The address holds a state that is valid once, for this member, for an hour. */
export const startConsent = endpoint({
  method: 'POST',
  path: '/api/v1/connections/consents',
  access: 'owner',
  summary: "The address of a system's page on which its owner allows us the access.",
  ratePerMinute: 20,
  body: z.object({ kind: ConsentKind }),
  reply: z.object({ url: z.url() }),
  problems: ['consent.not_configured'],
});

/** A second call with the same state is refused: the code in it is used up. */
export const finishConsent = endpoint({
  method: 'POST',
  path: '/api/v1/connections/consents/returns',
  access: 'owner',
  summary: 'Connects the account whose owner has come back from the page of the system.',
  ratePerMinute: 20,
  body: z.object({
    kind: ConsentKind,
    /** The query of the browser's URL, from the question mark on. */
    search: z.string().max(4_000),
  }),
  reply: Connection,
  problems: [
    'consent.not_configured',
    'consent.no_parameters',
    'consent.wrong_state',
    'consent.wrong_address',
    'connection.check_failed',
    'connection.branch_taken',
    'connection.branch_elsewhere',
    'provider.unreachable',
  ],
});

/** The address for disconnections in the settings of our integration at amoCRM. */
export const receiveAmoDisconnection = endpoint({
  method: 'GET',
  path: '/hooks/amo-disconnect',
  access: 'public',
  summary: 'Receives from amoCRM that an account has removed our integration.',
  ratePerMinute: 600,
  query: z.object({
    account_id: z.string().max(20).default(''),
    client_uuid: z.string().max(100).default(''),
    signature: z.string().max(200).default(''),
  }),
  problems: ['auth.required'],
});
