import { forTenant, onEvent, type Repeat, type Work } from '#server/platform/runner/job-runner.ts';
import { checkAllFlows } from './stops/checking.ts';
import { endFlow } from './planning/ending.ts';
import {
  checkReachJob,
  endFlowJob,
  followTariffJob,
  planAheadJob,
  planAllJob,
  planContactJob,
  planImportedJob,
  planLaterJob,
  planMovesJob,
  planOwnPhonesJob,
  planForEventJob,
  resolvePriorityConflictsJob,
  stopFlowJob,
} from './jobs.ts';
import { moveDeals } from './moves/moving.ts';
import { planLater } from './planning/later-actions.ts';
import { resolvePriorityConflicts } from './planning/priority-conflict-actions.ts';
import {
  planAhead,
  planContactVisits,
  planEverything,
  planForOwnPhones,
  planImportedVisits,
  planMoves,
  planForEvent,
  stopRejectedFlow,
} from './planning/actions.ts';
import { checkReach } from './reach/attention.ts';
import { followTariff, followTariffs } from './stops/tariff-actions.ts';

export function workFlows(work: Work, repeat: Repeat): void {
  repeat('flows.check-all', '37 * * * *', checkAllFlows);
  repeat('flows.follow-tariffs', '3 * * * *', followTariffs);
  repeat('flows.move-deals', '* * * * *', moveDeals);
  onEvent(work, followTariffJob, followTariff);
  work(planForEventJob, planForEvent);
  work(planImportedJob, planImportedVisits);
  work(planMovesJob, planMoves);
  onEvent(work, planContactJob, planContactVisits);
  onEvent(work, planAllJob, planEverything);
  onEvent(work, planOwnPhonesJob, planForOwnPhones);
  work(planAheadJob, planAhead);
  work(planLaterJob, planLater);
  work(resolvePriorityConflictsJob, forTenant(resolvePriorityConflicts));
  onEvent(work, stopFlowJob, stopRejectedFlow);
  work(checkReachJob, forTenant(checkReach));
  work(endFlowJob, forTenant(endFlow));
}
