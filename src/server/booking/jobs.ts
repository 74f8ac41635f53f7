import { z } from 'zod';
import { OnlineBookingId } from '#contract/booking/online.ts';
import { TableRequestId } from '#contract/booking/table-requests.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { defineSubscriber } from '#server/platform/events/events.ts';
import { defineJob } from '#server/platform/jobs.ts';
import { hasOpenNotice } from '#server/tenants/notice-reads.ts';
import { visitCancelled, visitMoved, visitStatusChanged } from '#server/visits/jobs.ts';

/** Makes the reserve in the restaurant's system match a request for a table, or has staff answer it. */
export const settleTableJob = defineJob({
  name: 'booking.settle-table',
  payload: z.object({ tenantId: TenantId, requestId: TableRequestId, attempt: z.int() }),
  queue: ({ tenantId }) => `booking:${tenantId}`,
});

/** Enters a visit booked on a button's page into the booking system. */
export const enterBookingJob = defineJob({
  name: 'booking.enter-visit',
  payload: z.object({ tenantId: TenantId, bookingId: OnlineBookingId, attempt: z.int() }),
  queue: ({ tenantId }) => `online-booking:${tenantId}`,
});

/** Identity of the notice that a contact wants their visit at another time. */
export const moveNoticeKey = (visitId: VisitId) => `move:${visitId}`;

/** Closes the notice that a contact wants another time, once they have it or do not need it. */
export const followMoveRequestJob = defineSubscriber({
  name: 'booking.follow-move-request',
  on: [visitMoved, visitCancelled, visitStatusChanged],
  isConcerned: (scope, { visitId }) => hasOpenNotice(scope, visitId && moveNoticeKey(visitId)),
});

/** Closes it when the visit begins. */
export const endMoveRequestJob = defineJob({
  name: 'booking.end-move-request',
  payload: z.object({ tenantId: TenantId, visitId: VisitId }),
  key: ({ visitId }) => `end-move-request:${visitId}`,
  keyMode: 'replace',
});
