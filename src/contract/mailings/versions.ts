import { versionCalls } from '#contract/senders/versions.ts';
import { MailingChangeOutcome } from './bulk.ts';
import { Mailing } from './calls.ts';
import { MAILING_WIRE } from './wire.ts';

export const {
  listVersions: listMailingVersions,
  rollBack: rollBackMailing,
  rollBackMany: rollBackMailings,
} = versionCalls(MAILING_WIRE, {
  one: Mailing,
  outcome: MailingChangeOutcome,
  refusals: ['distribution.wrong_status'],
});
