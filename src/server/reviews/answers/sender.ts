import { type Sender, SenderId } from '#contract/senders/calls.ts';

/** The sender of alerts to owners and of answers to contacts, under the same id in every tenant. */
export const REVIEWS: Sender = {
  id: SenderId.parse('6a1f0c52-3c0e-4f0b-9d57-0b6a7f3f5c03'),
  kind: 'review',
  title: '',
};
