import { forTenant, onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import {
  checkMailingsJob,
  decideMailingJob,
  endMailingJob,
  feedMailingJob,
  followTariffJob,
  listRecipientsJob,
  startMailingJob,
  stopMailingJob,
} from './jobs.ts';
import { listNextBatch } from './recipients/listing.ts';
import { endMailing } from './sending/ending.ts';
import { checkAllMailings, checkMailings, followTariff, stopRejectedMailing } from './sending/healing.ts';
import { decideMailing } from './sending/experiment.ts';
import { feedMailing } from './sending/feeding.ts';
import { startWaiting } from './sending/status-actions.ts';

export function workMailings(work: Work, repeat: Repeat): void {
  work(startMailingJob, forTenant(startWaiting));
  work(listRecipientsJob, forTenant(listNextBatch));
  work(feedMailingJob, forTenant(feedMailing));
  work(decideMailingJob, forTenant(decideMailing));
  work(endMailingJob, forTenant(endMailing));
  repeat('mailings.check-all', '41 * * * *', checkAllMailings);
  onEvent(work, stopMailingJob, stopRejectedMailing);
  onEvent(work, checkMailingsJob, checkMailings);
  onEvent(work, followTariffJob, followTariff);
}
