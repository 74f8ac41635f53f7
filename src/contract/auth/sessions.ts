import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Instant } from '#contract/primitives.ts';

/** A member's session on one device. */
export const SessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof SessionId>;

export const OwnSession = z.object({
  id: SessionId,
  /** e.g. "Chrome"; null when the device did not say so. */
  browser: z.string().nullable(),
  /** e.g. "Windows". */
  system: z.string().nullable(),
  /** The IP address it was last used from; of IPv6 the first half. */
  network: z.string().nullable(),
  startedAt: Instant,
  /** Exact to 10 minutes. */
  lastUsedAt: Instant,
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/Account/Sessions',
  access: 'member',
  summary: 'The devices the caller is signed in on, the last used first; at most 50.',
  reply: z.object({ sessions: z.array(OwnSession) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/Account/Sessions/:sessionId',
  access: 'member',
  summary: 'Ends one of the caller’s sessions. One that is over already is answered the same.',
  params: z.object({ sessionId: SessionId }),
  problems: ['session.not_found'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/v1/Account/Sessions/EndOthers',
  access: 'member',
  summary: 'Ends all sessions of the caller but this one.',
});
