import type { ContactId } from '#contract/contacts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { FlowId } from '#contract/flows.ts';
import type { Explanation, explainContact as explainCall, VisitOfContact } from '#contract/insights.ts';
import { type Explained, explainFor } from '#server/flows/planning/explaining.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { findPerson } from './card-queries.ts';
import { type KeptVerdict, listLatestVerdicts } from './explaining-queries.ts';
import { listVisitsToName } from './visit-queries.ts';

/** Why a customer got, or did not get, what one flow sends: the latest visit first. */
export async function explainContact(
  ctx: MemberContext,
  { contactId, flowId }: { contactId: ContactId; flowId: FlowId },
): Promise<ReplyOf<typeof explainCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    if (!(await findPerson(scope, contactId))) throw new Problem('contact.not_found');
    const { flow, explained } = await explainFor(ctx, scope, { flowId, contactId });
    const ids = explained.map(({ visitId }) => visitId);
    const visits = await listVisitsToName(scope, ids);
    const kept = Map.groupBy(await listLatestVerdicts(scope, flowId, ids), ({ visitId }) => visitId);
    const latestFirst = explained.toSorted((a, b) => Temporal.Instant.compare(b.startsAt, a.startsAt));
    return {
      flowTitle: flow.title,
      hasNoVisits: explained.length === 0,
      explanations: latestFirst.flatMap((one) => {
        const visit = visits.get(one.visitId);
        return visit ? explanationsOf(visit, one, kept.get(one.visitId) ?? []) : [];
      }),
    };
  });
}

const NOTHING = { step: 1, rule: null, outcome: null, compared: {}, at: null, entryId: null, messageStatus: null };

/** What was decided is the answer; what would be decided is one only where nothing was. */
function explanationsOf(visit: VisitOfContact, explained: Explained, kept: readonly KeptVerdict[]): Explanation[] {
  if (kept.length > 0) return kept.map(({ verdict }) => ({ visit, basis: 'kept', ...verdict }));
  const { basis } = explained;
  if (!('verdicts' in explained)) return [{ ...NOTHING, visit, basis }];
  return explained.verdicts.map((verdict) => ({
    ...NOTHING,
    visit,
    basis,
    step: verdict.step,
    rule: verdict.rule,
    outcome: verdict.outcome,
    compared: verdict.compared,
    at: verdict.outcome === 'skipped' ? null : verdict.at.toString(),
  }));
}
