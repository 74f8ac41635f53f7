import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { updateBranch } from './branch-queries.ts';

/** Stores the currency that the records of a shop state. */
export async function setShopCurrency(scope: TenantScope, branchId: BranchId, currency: string): Promise<void> {
  await updateBranch(scope, branchId, { currency });
}
