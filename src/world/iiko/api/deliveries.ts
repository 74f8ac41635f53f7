import { z } from 'zod';
import { digits } from '../../cast/people.ts';
import { IikoError } from '../state/errors.ts';
import { type Call, Id, Ids, type Serve } from './serve.ts';
import { toOrderInfo } from '../state/shapes.ts';
import type { Order } from '../state/state.ts';
import { STATUSES } from '../state/statuses.ts';
import { instantOf, zoneOf } from '../state/times.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Orders are readable for a week; their history for this long. */
const RECENT_MS = 7 * DAY_MS;
const HISTORY_MS = 90 * DAY_MS;
const FARTHEST_REVISION_MS = 3 * HOUR_MS;
const MAX_IDS = 200;

const ById = z.strictObject({
  organizationId: Id,
  orderIds: z.array(Id).nullish(),
  posOrderIds: z.array(Id).nullish(),
  sourceKeys: z.array(z.string()).nullish(),
});
const sources = { sourceKeys: z.array(z.string()).nullish() };
const ByStatus = z.strictObject({
  organizationIds: Ids,
  deliveryDateFrom: z.string(),
  deliveryDateTo: z.string().nullish(),
  statuses: z.array(z.enum(STATUSES)).nullish(),
  ...sources,
});
const ByRevision = z.strictObject({ organizationIds: Ids, startRevision: z.number(), ...sources });
const ByPhone = z.strictObject({
  organizationIds: Ids,
  phone: z.string(),
  deliveryDateFrom: z.string().nullish(),
  deliveryDateTo: z.string().nullish(),
  rowsCount: z.int().positive().max(200).nullish(),
  ...sources,
});

/** Reads of orders. All dates are wall times of the restaurant. */
export function serveDeliveries(serve: Serve): void {
  serve.call('1/deliveries/by_id', ById, ({ sim, state, body, organization }) => {
    const { id } = organization(body.organizationId);
    const ids = new Set([...(body.orderIds ?? []), ...(body.posOrderIds ?? [])]);
    if (ids.size === 0) throw new IikoError(400, 'orderIds or posOrderIds must be given', 'INVALID_BODY');
    if (ids.size > MAX_IDS) throw new IikoError(400, `orderIds: at most ${MAX_IDS}`, 'TOO_MANY_IDS');
    const orders = state.orders.filter((one) => one.organizationId === id && (ids.has(one.id) || ids.has(one.posId)));
    return { orders: orders.filter(after(sim.clock.now() - RECENT_MS)).map((one) => toOrderInfo(state, one)) };
  });

  serve.call('1/deliveries/by_delivery_date_and_status', ByStatus, (call) => {
    const { body } = call;
    const isWanted = (order: Order) => !body.statuses?.length || body.statuses.includes(order.status);
    return byOrganizations(call, (order) => isWanted(order) && isExpectedWithin(call, body, order));
  });

  serve.call('1/deliveries/by_revision', ByRevision, (call) => {
    const { sim, body } = call;
    if (body.startRevision < sim.clock.now() - FARTHEST_REVISION_MS)
      throw new IikoError(400, 'startRevision is more than 3 hours back', 'TOO_OLD_REVISION');
    return byOrganizations(call, (order) => order.revision > body.startRevision);
  });

  const byPhone = (path: string, retentionMs: number) =>
    serve.call(path, ByPhone, (call) => {
      const { sim, body } = call;
      const isRecent = after(sim.clock.now() - retentionMs);
      const hasSamePhone = (order: Order) => digits(order.phone) === digits(body.phone);
      const isWanted = (order: Order) => hasSamePhone(order) && isRecent(order) && isExpectedWithin(call, body, order);
      return byOrganizations(call, isWanted, body.rowsCount ?? MAX_IDS);
    });
  byPhone('1/deliveries/by_delivery_date_and_phone', RECENT_MS);
  byPhone('1/deliveries/history/by_delivery_date_and_phone', HISTORY_MS);
}

const after = (moment: number) => (order: Order) => order.createdAt >= moment;

type Reading = Call<{ organizationIds: string[]; sourceKeys?: string[] | null | undefined }>;

/** `maxRevision` is good for a later `by_revision`: nothing that changes from now on is missed by it. */
function byOrganizations(call: Reading, isWanted: (order: Order) => boolean, most = Infinity) {
  const { sim, state, body, organization } = call;
  state.lastRevision = Math.max(state.lastRevision, Math.floor(sim.clock.now()));
  const isFrom = ({ sourceKey }: Order) => !body.sourceKeys?.length || body.sourceKeys.includes(sourceKey ?? '');
  return {
    maxRevision: state.lastRevision,
    ordersByOrganizations: body.organizationIds.map(organization).map(({ id }) => ({
      organizationId: id,
      orders: state.orders
        .filter((order) => order.organizationId === id && isFrom(order) && isWanted(order))
        .slice(-most)
        .map((order) => toOrderInfo(state, order)),
    })),
  };
}

type Span = { deliveryDateFrom?: string | null | undefined; deliveryDateTo?: string | null | undefined };

function isExpectedWithin({ state }: Pick<Reading, 'state'>, span: Span, order: Order): boolean {
  const zone = zoneOf(state, order.organizationId);
  const momentOf = (text: string | null | undefined, otherwise: number) => {
    const moment = text == null ? otherwise : instantOf(text, zone);
    if (moment === undefined) throw new IikoError(400, `Invalid date ${text}`, 'INVALID_BODY');
    return moment;
  };
  const from = momentOf(span.deliveryDateFrom, -Infinity);
  const to = momentOf(span.deliveryDateTo, Infinity);
  return order.completeBefore >= from && order.completeBefore <= to;
}
