import { BILLING_NOTICES } from '#contract/billing/codes.ts';
import { defineRoom } from '#server/room.ts';

export const billing = defineRoom({
  name: 'billing',
  notices: BILLING_NOTICES,
});
