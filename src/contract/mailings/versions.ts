import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { MailingChangeOutcome } from './bulk.ts';
import { Mailing, MailingId, MailingParams } from './calls.ts';
import { MAX_MAILINGS_AT_ONCE } from './values.ts';
import { PageQuery, pageOf } from '#contract/primitives.ts';
import { SavedVersion, VersionNumber } from '#contract/senders/versions.ts';

export const listMailingVersions = endpoint({
  method: 'GET',
  path: '/api/v1/distributions/:mailingId/versions',
  access: 'member',
  summary: 'Saves of a mailing, newest first, with what each changed.',
  params: MailingParams,
  query: PageQuery,
  reply: pageOf(SavedVersion),
  problems: ['distribution.not_found'],
});

/** Creates the next version with the old settings, like any other save. */
export const rollBackMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/roll-back',
  access: 'member',
  summary: 'Saves an earlier version again, as the newest.',
  takesIdempotencyKey: true,
  params: MailingParams,
  body: z.object({ version: VersionNumber, baseVersion: z.int() }),
  reply: Mailing,
  problems: [
    'distribution.not_found',
    'distribution.version_not_found',
    'distribution.changed_meanwhile',
    'distribution.wrong_status',
  ],
});

/** Each mailing by itself. For Undo of a change of many texts. */
export const rollBackMailings = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/roll-back',
  access: 'member',
  summary: 'Saves earlier versions of many mailings again.',
  takesIdempotencyKey: true,
  body: z.object({
    mailings: z
      .array(z.object({ mailingId: MailingId, version: VersionNumber, baseVersion: z.int() }))
      .min(1, { error: 'required' })
      .max(MAX_MAILINGS_AT_ONCE, { error: 'too_long' }),
  }),
  reply: z.object({ outcomes: z.array(MailingChangeOutcome) }),
});
