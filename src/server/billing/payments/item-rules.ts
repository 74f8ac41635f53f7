import type { PaidItem } from '#contract/billing/calls.ts';
import type { CartLine } from '#contract/billing/cart.ts';
import { tariffOf } from '#contract/billing/tariffs.ts';

/** Lists the items of a tariff: the chosen ones that are still there; without a choice, all of its kind. */
export function itemsOf(tariffId: number, chosen: readonly string[], items: readonly PaidItem[]): PaidItem[] {
  const kind = tariffOf(tariffId)?.itemKind;
  return items.filter((item) => item.kind === kind && (chosen.length === 0 || chosen.includes(item.id)));
}

/** Whether every chosen item is one of the cabinet, of its tariff's kind. */
export function areItemsKnown(lines: readonly CartLine[], items: readonly PaidItem[]): boolean {
  return lines.every((line) => {
    if (line.kind !== 'tariff' || !line.itemIds) return true;
    const known = new Set(itemsOf(line.tariffId, [], items).map(({ id }) => id));
    return line.itemIds.every((id) => known.has(id));
  });
}
