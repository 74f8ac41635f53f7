import { acknowledgeJob, requestPhoneJob, queueAnswerJob } from '#server/chatbots/jobs.ts';
import { moveContactRows as moveRowsOfAudiences } from '#server/audiences/merging-queries.ts';
import { followMoveRequestJob } from '#server/booking/jobs.ts';
import { contactsMerged, purchasesChanged } from '#server/contacts/jobs.ts';
import { moveContactRows as moveRowsOfContacts } from '#server/contacts/merging-queries.ts';
import { moveContactRows as moveRowsOfConversations } from '#server/conversations/merging-queries.ts';
import { markRepliedJob, messagesClicked, releaseQuotaJob, wakeChannelJob } from '#server/delivery/jobs.ts';
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
import { markForMeasuring } from '#server/insights/conversion-measuring.ts';
import { moveContactRows as moveRowsOfInsights } from '#server/insights/merging-queries.ts';
import { moveContactRows as moveRowsOfIntegrations } from '#server/integrations/merging-queries.ts';
import { moveContactRows as moveRowsOfLinks } from '#server/links/merging-queries.ts';
import { checkMailingsJob, followTariffJob as followMailingTariffJob, stopMailingJob } from '#server/mailings/jobs.ts';
import { moveContactRows as moveRowsOfMailings } from '#server/mailings/merging-queries.ts';
import { closeTakenJob, freeSlotJob } from '#server/waitlist/jobs.ts';
import { moveContactRows as moveRowsOfWaitlist } from '#server/waitlist/merging-queries.ts';
import { moveContactRows as moveRowsOfOrders } from '#server/orders/merging-queries.ts';
import { followTopUpJob } from '#server/reviews/jobs.ts';
import { moveContactRows as moveRowsOfReviews } from '#server/reviews/merging-queries.ts';
import { moveContactEvents, type Subscriber, type Subscriptions } from '#server/platform/events.ts';
import { handle, type TransactionHandlers } from '#server/platform/transaction-events.ts';
import { followCardJob, recountDaysJob } from '#server/visits/jobs.ts';
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
      moveRowsOfAudiences,
      moveRowsOfConversations,
      moveRowsOfDelivery,
      moveRowsOfLinks,
      moveRowsOfReviews,
      moveRowsOfMailings,
      moveRowsOfWaitlist,
      moveRowsOfRehearsals,
      moveRowsOfInsights,
    ]),
    handle(purchasesChanged, [markForMeasuring]),
    handle(messagesClicked, [markForMeasuring]),
  ]);
}

/** Every subscriber of every room; each declares its events. */
const SUBSCRIBERS: readonly Subscriber[] = [
  followCardJob,
  recountDaysJob,
  releaseQuotaJob,
  wakeChannelJob,
  markRepliedJob,
  followTopUpJob,
  followMoveRequestJob,
  followTariffJob,
  planForEventJob,
  planImportedJob,
  planContactJob,
  planAllJob,
  planOwnPhonesJob,
  stopFlowJob,
  stopMailingJob,
  checkMailingsJob,
  followMailingTariffJob,
  freeSlotJob,
  closeTakenJob,
  queueAnswerJob,
  requestPhoneJob,
  acknowledgeJob,
];

/** Event → the jobs queued for it. */
function jobs(): Subscriptions['jobs'] {
  const subscribersByEvent = new Map<string, Subscriber[]>();
  for (const subscriber of SUBSCRIBERS)
    for (const { name } of subscriber.on)
      subscribersByEvent.set(name, [...(subscribersByEvent.get(name) ?? []), subscriber]);
  return subscribersByEvent;
}
