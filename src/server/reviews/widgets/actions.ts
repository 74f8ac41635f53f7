import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import type { SubjectKind } from '#contract/subjects/subjects.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import type { Signer } from '#server/platform/secrets/signed-ids.ts';
import { defaultSettings } from '#server/reviews/storage/rules.ts';
import { reviewToken } from '#server/reviews/storage/tokens.ts';
import { findWidgetOf, listSwitches } from './widget-queries.ts';

/** Which branches have a review page that answers; without an entry a branch has that of all branches. */
export type ReviewPages = { isOn: boolean; ofBranches: ReadonlyMap<BranchId, boolean> };

/** Loads which review pages are on: one query. */
export async function loadReviewPages(scope: TenantScope): Promise<ReviewPages> {
  const widgets = await listSwitches(scope);
  return {
    isOn: widgets.find(({ branchId }) => branchId === null)?.isOn ?? true,
    ofBranches: new Map(widgets.flatMap(({ branchId, isOn }) => (branchId ? [[branchId, isOn] as const] : []))),
  };
}

type LinkSubject = { kind: SubjectKind; id: string; branchId: BranchId | null; contactId: ContactId | null };

/**
 * The page where a contact reviews a visit or an order; for any other subject, the business.
 *
 * @param place.origin of the brand the link is sent for
 * @returns null where the page is switched off, or there is nobody to review
 */
export function reviewLinkUrl(
  ctx: Signer,
  tenantId: TenantId,
  { kind, id, branchId, contactId }: LinkSubject,
  { origin, pages }: { origin: string; pages: ReviewPages },
): string | null {
  const isOn = (branchId && pages.ofBranches.get(branchId)) ?? pages.isOn;
  if (!isOn) return null;
  const subject =
    kind === 'visit' || kind === 'order' ? { kind, id } : contactId && { kind: 'contact' as const, id: contactId };
  return subject && `${origin}/review/${reviewToken(ctx, tenantId, subject)}`;
}

/** The page of a branch as it is in effect. */
export type PageInEffect = { isOn: boolean; settings: ReviewWidgetSettings };

/** Loads the page of a branch: its own, else that of all branches, else the defaults. */
export async function getPageOf(scope: TenantScope, branchId: BranchId | null): Promise<PageInEffect> {
  const own = branchId ? await findWidgetOf(scope, branchId) : undefined;
  const widget = own ?? (await findWidgetOf(scope, null));
  return widget ?? { isOn: true, settings: await defaultsOf(scope) };
}

/** The settings of a page that nobody has saved. */
export async function defaultsOf(scope: TenantScope): Promise<ReviewWidgetSettings> {
  const owner = await findFirstOwner(scope);
  return defaultSettings({ phone: owner?.phone ?? null, email: owner?.email ?? null });
}
