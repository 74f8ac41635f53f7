import { cabinetRegistered } from '#server/auth/jobs.ts';
import { paymentRefunded, paymentSucceeded } from '#server/billing/jobs.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';

/** Keeps how a new cabinet came to be registered. */
export const followRegistrationJob = defineSubscriber({
  name: 'partners.follow-registration',
  on: [cabinetRegistered],
});

/** Books the reward for a friend's payment. */
export const followPaidJob = defineSubscriber({ name: 'partners.follow-paid', on: [paymentSucceeded] });

/** Takes a reward back when the friend's money is returned. */
export const followRefundJob = defineSubscriber({ name: 'partners.follow-refund', on: [paymentRefunded] });
