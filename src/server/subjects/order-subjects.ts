import type { KnownSubject } from './rules.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import { OrderId } from '#contract/orders/calls.ts';
import { getOrderFacts } from '#server/orders/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { plainSubject } from './plain-subject-rules.ts';

export async function loadOrderSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const orders = await getOrderFacts(
    scope,
    ids.map((id) => OrderId.parse(id)),
  );
  return orders.map((order) => {
    const { timeZone, totalMinor, currency, branchTitle, branchAddress, branchPhone, placedAt, courier } = order;
    const subject = plainSubject({
      kind: 'order',
      id: order.id,
      title: branchTitle,
      timeZone,
      startsAt: placedAt,
      currency,
    });
    return {
      ...subject,
      contactId: order.contactId,
      source: order.source,
      branchId: order.branchId,
      isBranchActive: order.isBranchActive,
      timeVersion: order.statusVersion,
      status: order.status,
      total: wholeUnits(totalMinor, currency),
      isFirst: order.isFirst,
      deliveryKind: order.deliveryKind,
      words: {
        ...subject.words,
        totalMinor,
        branchAddress,
        branchPhone,
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
