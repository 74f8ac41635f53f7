import type { CartLine } from '#contract/billing/cart.ts';
import type { ListPaidItems } from '#server/billing/port.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { areItemsKnown } from './item-rules.ts';

/** @throws {Problem} `item.not_found` when units are for something that the cabinet does not have */
export async function requireItems(
  scope: TenantScope,
  listItems: ListPaidItems,
  lines: readonly CartLine[],
): Promise<void> {
  const isBound = lines.some((line) => line.kind === 'tariff' && line.itemIds !== undefined);
  if (isBound && !areItemsKnown(lines, await listItems(scope))) throw new Problem('item.not_found');
}
