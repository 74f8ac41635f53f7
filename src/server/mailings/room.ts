import { MAILINGS_NOTICES } from '#contract/mailings/codes.ts';
import { defineRoom } from '#server/room.ts';
import { checkMailingsJob, followTariffJob, stopMailingJob } from './jobs.ts';
import { mergeRecipients } from './merging-queries.ts';
import { serveMailings } from './routes.ts';
import { mailingSender } from './sender.ts';
import { checkDueOfMailings } from './sending/due.ts';
import { MAILINGS_UNDER_POLICY } from './sending/under-policy.ts';
import { listMailingsAtWork } from './storage/at-work-reads.ts';
import { listTemplatesOfMailings } from './storage/template-reads.ts';
import { workMailings } from './workers.ts';

export const mailings = defineRoom({
  name: 'mailings',
  serve: serveMailings,
  work: workMailings,
  follows: [stopMailingJob, checkMailingsJob, followTariffJob],
  senders: [
    {
      kind: 'mailing',
      kit: mailingSender,
      checkDue: checkDueOfMailings,
      underPolicy: MAILINGS_UNDER_POLICY,
      listTemplates: listTemplatesOfMailings,
      listAtWork: listMailingsAtWork,
    },
  ],
  contactTables: ['mailing_recipients'],
  mergeContacts: mergeRecipients,
  notices: MAILINGS_NOTICES,
});
