import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Mailing, MailingParams } from './mailings.ts';
import { PageQuery, pageOf } from './primitives.ts';
import { SavedVersion, VersionNumber } from './versions.ts';

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
