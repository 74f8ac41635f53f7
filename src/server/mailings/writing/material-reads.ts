import type { ContactId } from '#contract/contacts/calls.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { reachOf, type Reach } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { getVisitPageSettings } from '#server/booking/visit-page/reads.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { loadReviewPages, type ReviewPages } from '#server/reviews/widgets/actions.ts';
import { type CustomerHistory, historyOf, type PastVisit } from '#server/subjects/rules.ts';
import { getTenant } from '#server/tenants/actions.ts';
import type { Tenant } from '#server/tenants/rules.ts';
import { type Attachments, loadAttachments, loadKnownTemplates } from '#server/texts/attachments/material-reads.ts';
import type { KnownTemplate } from '#server/texts/content/template-rules.ts';
import { textsIn, variablesIn } from '#server/texts/content/text-rules.ts';
import { comingVisits, pastVisits } from '#server/visits/changes/actions.ts';
import type { ComingVisit } from '#server/visits/storage/rules.ts';

/** The facts that are the same for every message of some mailings. */
export type Material = {
  tenant: Tenant;
  /** The origin of links in messages. */
  origin: string;
  /** Which review pages answer. */
  reviewPages: ReviewPages;
  /** Whether `recordForm` leads to our page of a visit; otherwise to the booking system's. */
  hasVisitPage: boolean;
  attachments: Attachments;
  /** Templates of the channels for which some text has a template. */
  knownTemplates: readonly KnownTemplate[];
};

export async function loadMaterial(scope: ActionScope, contents: readonly TextContent[]): Promise<Material> {
  const tenant = await getTenant(scope);
  return {
    tenant,
    origin: originOfBrand(scope.config, tenant.brand),
    reviewPages: await loadReviewPages(scope),
    hasVisitPage: (await getVisitPageSettings(scope)).isOn,
    attachments: await loadAttachments(scope, contents),
    knownTemplates: await loadKnownTemplates(scope, contents),
  };
}

/** A contact with the facts that a text may show. */
export type Reader = { reach: Reach; history: CustomerHistory; coming: ComingVisit | null };

/** Reads contacts with the facts that the texts show; visits are read only where a text counts them. */
export async function readersOf(
  scope: ActionScope,
  contactIds: readonly ContactId[],
  { contents, currency }: { contents: readonly TextContent[]; currency: string },
): Promise<Map<ContactId, Reader>> {
  if (contactIds.length === 0) return new Map();
  const reach = await reachOf(scope, contactIds);
  const variables = variablesIn(contents.flatMap(textsIn));
  const isCounted = variables.includes('visitsCount') || variables.includes('spentSum');
  const visits = isCounted ? await pastVisits(scope, contactIds) : new Map<ContactId, PastVisit[]>();
  const hasForm = variables.includes('recordForm');
  const coming = hasForm ? await comingVisits(scope, contactIds, scope.clock.now()) : new Map<ContactId, ComingVisit>();
  return new Map(
    [...reach].map(([id, one]) => [
      id,
      {
        reach: one,
        history: historyOf(one, visits.get(id) ?? [], { currency }),
        coming: coming.get(id) ?? null,
      },
    ]),
  );
}
