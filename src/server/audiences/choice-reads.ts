import type { ReplyOf } from '#contract/endpoint.ts';
import type { listFlowChoices } from '#contract/audience-choices.ts';
import { connectedKinds } from '#server/connections/actions.ts';
import { customerCategories } from '#server/contacts/actions.ts';
import { listApiEventNames, listApiEventProperties } from '#server/integrations/actions.ts';
import type { TenantScope } from '#server/platform/db.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** Lists the choices of conditions, besides those that come from visits. */
export async function listChoices(scope: TenantScope): Promise<ReplyOf<typeof listFlowChoices>> {
  return {
    customerCategories: await customerCategories(scope),
    eventNames: await listApiEventNames(scope),
    eventProperties: await listApiEventProperties(scope),
    currency: (await getTenant(scope)).currency,
    connectedKinds: await connectedKinds(scope),
  };
}
