import type { Work } from '#server/platform/job-runner.ts';
import { planAheadJob, planAllJob, planContactJob, planImportedJob, planVisitJob, stopFlowJob } from './jobs.ts';
import {
  planAhead,
  planContactVisits,
  planEverything,
  planImportedVisits,
  planVisitAfter,
  stopRejectedFlow,
} from './planning-actions.ts';

export function workFlows(work: Work): void {
  work(planVisitJob, planVisitAfter);
  work(planImportedJob, planImportedVisits);
  work(planContactJob, planContactVisits);
  work(planAllJob, planEverything);
  work(planAheadJob, planAhead);
  work(stopFlowJob, stopRejectedFlow);
}
