import { policyChanged } from '#server/policy/jobs.ts';
import { messagesAdded } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored, templatesChanged } from '#server/channels/jobs.ts';
import { acknowledgeJob, askPhoneJob, hearJob } from '#server/chatbots/jobs.ts';
import { branchCaughtUp, branchSwitched } from '#server/connections/jobs.ts';
import { cardMoved, contactChanged, optedIn, optedOut } from '#server/contacts/jobs.ts';
import { contactUnknown, messageReceived, repliedTo } from '#server/conversations/jobs.ts';
import { contentRejected, markRepliedJob, releaseQuotaJob, wakeChannelJob } from '#server/delivery/jobs.ts';
import {
  followTariffJob,
  planAllJob,
  planContactJob,
  planImportedJob,
  planOwnPhonesJob,
  planForEventJob,
  stopFlowJob,
} from '#server/flows/jobs.ts';
import { apiEventHappened, cartOrdered, cartUpdated } from '#server/integrations/jobs.ts';
import { orderStatusChanged } from '#server/orders/jobs.ts';
import { ownPhonesChanged } from '#server/tenants/jobs.ts';
import type { EventPayload, Subscriptions } from '#server/platform/events.ts';
import type { Job } from '#server/platform/jobs.ts';
import {
  followCardJob,
  visitCancelled,
  visitChanged,
  visitCreated,
  visitMoved,
  visitPriced,
  visitsImported,
  visitStatusChanged,
} from '#server/visits/jobs.ts';

/** Who is told of what: event → the jobs queued for it. The one place that knows both sides. */
export function subscriptions(): Subscriptions {
  return new Map<string, Job<typeof EventPayload>[]>([
    [messagesAdded.name, [releaseQuotaJob, followTariffJob]],
    [channelRestored.name, [wakeChannelJob, planAllJob]],
    [channelRemoved.name, [wakeChannelJob, planAllJob]],
    [templatesChanged.name, [planAllJob]],
    [repliedTo.name, [markRepliedJob]],
    [visitCreated.name, [planForEventJob]],
    [visitMoved.name, [planForEventJob]],
    [visitChanged.name, [planForEventJob]],
    [visitCancelled.name, [planForEventJob]],
    [visitStatusChanged.name, [planForEventJob]],
    [visitPriced.name, [planForEventJob]],
    [orderStatusChanged.name, [planForEventJob]],
    [cartUpdated.name, [planForEventJob]],
    [cartOrdered.name, [planForEventJob]],
    [apiEventHappened.name, [planForEventJob]],
    [visitsImported.name, [planImportedJob]],
    [branchSwitched.name, [planAllJob]],
    [branchCaughtUp.name, [planAllJob]],
    [optedOut.name, [planContactJob, acknowledgeJob]],
    [optedIn.name, [planContactJob, acknowledgeJob]],
    [contactChanged.name, [planContactJob]],
    [cardMoved.name, [followCardJob]],
    [messageReceived.name, [hearJob, planContactJob]],
    [contactUnknown.name, [askPhoneJob]],
    [policyChanged.name, [planAllJob]],
    [ownPhonesChanged.name, [planOwnPhonesJob]],
    [contentRejected.name, [stopFlowJob]],
  ]);
}
