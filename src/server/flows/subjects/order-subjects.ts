import { OrderId } from '#contract/orders.ts';
import { getOrderFacts } from '#server/orders/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import type { KnownSubject } from './subjects.ts';
import { wholeUnits } from './variable-rules.ts';

export async function loadOrderSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const orders = await getOrderFacts(
    scope,
    ids.map((id) => OrderId.parse(id)),
  );
  return orders.map((order) => {
    const { timeZone, totalMinor, currency, branchTitle, branchAddress, branchPhone, placedAt, courier } = order;
    return {
      kind: 'order',
      id: order.id,
      contactId: order.contactId,
      source: order.source,
      branchId: order.branchId,
      branchTitle,
      isBranchActive: order.isBranchActive,
      timeZone,
      startsAt: placedAt,
      timeVersion: order.statusVersion,
      status: order.status,
      masterId: null,
      masterName: null,
      serviceIds: [],
      serviceTitles: [],
      serviceCategories: [],
      total: wholeUnits(totalMinor, currency),
      isFirst: order.isFirst,
      isOnline: false,
      deliveryKind: order.deliveryKind,
      eventName: null,
      words: {
        startsAt: placedAt,
        timeZone,
        masterName: null,
        serviceTitles: [],
        totalMinor,
        currency,
        branchTitle,
        branchAddress,
        branchPhone,
        manageUrl: null,
        order: {
          number: order.number,
          status: order.status,
          items: order.items,
          deliveryKind: order.deliveryKind,
          readyAt: order.completeBefore,
          courierName: courier?.name ?? null,
          courierPhone: courier?.phone ?? null,
          cancelCause: order.cancelCause,
        },
      },
    };
  });
}
