import type { ReplyOf } from '#contract/endpoint.ts';
import type { listFlowChoices } from '#contract/audiences/choices.ts';
import { listUsableChannels } from '#server/channels/storage/actions.ts';
import { connectedKinds } from '#server/connections/storage/actions.ts';
import { customerCategories } from '#server/contacts/book/actions.ts';
import { tagsInUse } from '#server/contacts/tags/tag-actions.ts';
import { dealChoices } from '#server/deals/actions.ts';
import { listImportedLists } from '#server/imports/reads.ts';
import { listApiEventNames, listApiEventProperties } from '#server/integrations/actions.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { listRfmChoices } from './rfm/group-reads.ts';
import { listSegmentTitles } from './segment-queries.ts';

/** Lists the choices of conditions, besides those that come from visits. */
export async function listChoices(scope: TenantScope): Promise<ReplyOf<typeof listFlowChoices>> {
  return {
    customerCategories: await customerCategories(scope),
    tags: await tagsInUse(scope),
    importedLists: await listImportedLists(scope),
    segments: await listSegmentTitles(scope),
    rfmDashboards: await listRfmChoices(scope),
    eventNames: await listApiEventNames(scope),
    eventProperties: await listApiEventProperties(scope),
    ...(await dealChoices(scope)),
    currency: (await getTenant(scope)).currency,
    connectedKinds: await connectedKinds(scope),
    channelKinds: [...new Set((await listUsableChannels(scope)).map(({ kind }) => kind))],
  };
}
