import { BILLING_NOTICES } from '#contract/billing/codes.ts';
import { defineRoom } from '#server/room.ts';
import { workBilling } from './workers.ts';

export const billing = defineRoom({
  name: 'billing',
  work: (_work, repeat) => workBilling(repeat),
  notices: BILLING_NOTICES,
});
