import { FLOWS_NOTICES } from '#contract/flows/codes.ts';
import { defineRoom } from '#server/room.ts';
import {
  followTariffJob,
  planAllJob,
  planContactJob,
  planForEventJob,
  planImportedJob,
  planMovesJob,
  planOwnPhonesJob,
  stopFlowJob,
} from './jobs.ts';
import { checkDue } from './planning/due.ts';
import { FLOWS_UNDER_POLICY } from './planning/under-policy.ts';
import { serveFlows } from './routes.ts';
import { flowSender } from './sender.ts';
import { listFlowsAtWork } from './storage/at-work-reads.ts';
import { listTemplatesOfFlows } from './storage/template-reads.ts';
import { workFlows } from './workers.ts';

export const flows = defineRoom({
  name: 'flows',
  serve: serveFlows,
  work: workFlows,
  follows: [
    followTariffJob,
    planForEventJob,
    planImportedJob,
    planMovesJob,
    planContactJob,
    planAllJob,
    planOwnPhonesJob,
    stopFlowJob,
  ],
  senders: [
    {
      kind: 'flow',
      kit: flowSender,
      checkDue,
      underPolicy: FLOWS_UNDER_POLICY,
      listTemplates: listTemplatesOfFlows,
      listAtWork: listFlowsAtWork,
    },
    { kind: 'report', checkDue },
  ],
  notices: FLOWS_NOTICES,
});
