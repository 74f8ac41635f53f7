import type { SenderWire } from '#contract/senders/wire.ts';
import { MailingId } from './calls.ts';
import { MAX_MAILINGS_AT_ONCE } from './values.ts';

/** Mailings are `distributions` in paths and refusals (the specification, section 4). */
export const MAILING_WIRE = {
  path: '/api/v1/distributions',
  id: 'mailingId',
  many: 'mailings',
  noun: 'mailing',
  problem: 'distribution',
  Id: MailingId,
  max: MAX_MAILINGS_AT_ONCE,
} as const satisfies SenderWire;
