import { policyChanged } from '#server/policy/jobs.ts';
import { messagesAdded } from '#server/billing/jobs.ts';
import { channelRemoved, channelRestored, templatesChanged } from '#server/channels/jobs.ts';
import { acknowledgeJob, askPhoneJob, hearJob } from '#server/chatbots/jobs.ts';
import { branchCaughtUp, branchSwitched } from '#server/connections/jobs.ts';
import {
  cardMoved,
  contactChanged,
  contactsMerged,
  optedIn,
  optedOut,
  purchasesChanged,
} from '#server/contacts/jobs.ts';
import { moveContactRows as moveRowsOfContacts } from '#server/contacts/merging-queries.ts';
import { moveContactRows as moveRowsOfConversations } from '#server/conversations/merging-queries.ts';
import { contactUnknown, messageReceived, repliedTo } from '#server/conversations/jobs.ts';
import { contentRejected, markRepliedJob, releaseQuotaJob, wakeChannelJob } from '#server/delivery/jobs.ts';
import { moveContactRows as moveRowsOfDelivery } from '#server/delivery/merging-queries.ts';
import {
  followTariffJob,
  planAllJob,
  planContactJob,
  planImportedJob,
  planOwnPhonesJob,
  planForEventJob,
  stopFlowJob,
} from '#server/flows/jobs.ts';
import { moveContactRows as moveRowsOfRehearsals } from '#server/rehearsal/merging-queries.ts';
import { markBuyers } from '#server/insights/conversion-measuring.ts';
import { moveContactRows as moveRowsOfInsights } from '#server/insights/merging-queries.ts';
import { apiEventHappened, cartOrdered, cartUpdated } from '#server/integrations/jobs.ts';
import { moveContactRows as moveRowsOfIntegrations } from '#server/integrations/merging-queries.ts';
import { orderStatusChanged } from '#server/orders/jobs.ts';
import { moveContactRows as moveRowsOfOrders } from '#server/orders/merging-queries.ts';
import { ownPhonesChanged } from '#server/tenants/jobs.ts';
import { type EventPayload, moveContactEvents, type Subscriptions } from '#server/platform/events.ts';
import type { Job } from '#server/platform/jobs.ts';
import { handle, type TransactionHandlers } from '#server/platform/transaction-events.ts';
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
import { moveContactRows as moveRowsOfVisits } from '#server/visits/merging-queries.ts';

/** The handlers of each event. The only place that knows both sides. */
export function subscriptions(): Subscriptions {
  return { jobs: jobs(), handlers: handlers() };
}

/** Event → its handlers in the same transaction. */
function handlers(): TransactionHandlers {
  return new Map([
    handle(contactsMerged, [
      moveContactEvents,
      moveRowsOfContacts,
      moveRowsOfVisits,
      moveRowsOfOrders,
      moveRowsOfIntegrations,
      moveRowsOfConversations,
      moveRowsOfDelivery,
      moveRowsOfRehearsals,
      moveRowsOfInsights,
    ]),
    handle(purchasesChanged, [markBuyers]),
  ]);
}

/** Event → the jobs queued for it. */
function jobs(): Subscriptions['jobs'] {
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
