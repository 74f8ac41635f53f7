import type { VisitPageSettings } from '#contract/booking/calls.ts';
import type { BookingButtonId } from '#contract/booking/buttons.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { findButton } from '#server/booking/tables/button-queries.ts';
import { findVisitPage } from './queries.ts';
import { USUAL_VISIT_PAGE } from './rules.ts';

/** Returns the settings of the visit page: the stored ones, or the usual ones. */
export async function getVisitPageSettings(scope: TenantScope): Promise<VisitPageSettings> {
  return (await findVisitPage(scope)) ?? USUAL_VISIT_PAGE;
}

/** Returns the branch whose visits a button books; null for a form for tables, and where there is no such button. */
export async function branchBookedBy(scope: TenantScope, id: BookingButtonId): Promise<BranchId | null> {
  const button = await findButton(scope, id);
  return button && button.opens !== 'table' ? button.branchId : null;
}
