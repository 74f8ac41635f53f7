import { defineRoom } from '#server/room.ts';

export const billing = defineRoom({
  name: 'billing',
  notices: ['quota_low', 'quota_exhausted', 'ratings_low', 'ratings_exhausted'],
});
