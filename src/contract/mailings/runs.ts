import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { Mailing, MailingParams } from './calls.ts';

/**
 * Takes a mailing live: at once, or at `timing.startsAt`. Recipients are listed in the background, then their messages are
 * planned a few thousand at a time.
 */
export const startMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/start',
  access: 'member',
  summary: 'Takes a mailing live: at once, or at the time of its settings.',
  takesIdempotencyKey: true,
  params: MailingParams,
  body: z.object({
    /** The version the member saw the check of; another one means that it was saved meanwhile. */
    baseVersion: z.int(),
  }),
  reply: Mailing,
  problems: [
    'distribution.not_found',
    'distribution.changed_meanwhile',
    'distribution.wrong_status',
    'distribution.incomplete',
    'distribution.not_in_tariff',
    'auth.test_user',
  ],
});

export const pauseMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/pause',
  access: 'member',
  summary: 'Stops a mailing; its planned messages wait until it continues.',
  params: MailingParams,
  reply: Mailing,
  problems: ['distribution.not_found', 'distribution.wrong_status'],
});

export const continueMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/continue',
  access: 'member',
  summary: 'Continues a paused mailing, or one that stopped by itself, where it was.',
  params: MailingParams,
  reply: Mailing,
  problems: [
    'distribution.not_found',
    'distribution.wrong_status',
    'distribution.incomplete',
    'distribution.not_in_tariff',
    'auth.test_user',
  ],
});

/** Possible at any time of the test; a mailing that stopped because no text was surely better goes on. */
export const chooseWinner = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/winner',
  access: 'member',
  summary: 'Chooses the text of an A/B test that goes to the other recipients.',
  params: MailingParams,
  body: z.object({ variant: z.int().min(0) }),
  reply: Mailing,
  problems: ['distribution.not_found', 'distribution.wrong_status'],
});

export const cancelMailing = endpoint({
  method: 'POST',
  path: '/api/v1/distributions/:mailingId/cancel',
  access: 'member',
  summary: 'Ends a mailing for good; those who have not had it do not get it.',
  params: MailingParams,
  reply: Mailing,
  problems: ['distribution.not_found', 'distribution.wrong_status'],
});
