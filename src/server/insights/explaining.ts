import type { ContactId } from '#contract/contacts.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { FLOW_CATALOGUE } from '#contract/flow-catalogue.ts';
import type { FlowId } from '#contract/flows.ts';
import type { Explanation, explainContact as explainCall } from '#contract/insights.ts';
import { type Explained, explainFor } from './explained-decisions.ts';
import type { MemberContext } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { compareInstants } from '#server/platform/instant-rules.ts';
import { Problem } from '#server/platform/problem.ts';
import { findPerson } from './card-queries.ts';
import { type StoredVerdict, listLatestVerdicts } from './explaining-queries.ts';
import { listVisitsToName } from './visit-queries.ts';

/** Explains why a contact got, or did not get, the messages of one flow; the latest subject first. */
export async function explainContact(
  ctx: MemberContext,
  { contactId, flowId }: { contactId: ContactId; flowId: FlowId },
): Promise<ReplyOf<typeof explainCall>> {
  return withTenant(ctx.db, ctx.tenantId, async (scope) => {
    if (!(await findPerson(scope, contactId))) throw new Problem('contact.not_found');
    const { flow, explained } = await explainFor(ctx, scope, { flowId, contactId });
    const ids = explained.map(({ subject }) => subject.id);
    const visits = await listVisitsToName(scope, ids);
    const stored = Map.groupBy(await listLatestVerdicts(scope, flowId, ids), ({ subjectId }) => subjectId);
    const latestFirst = explained.toSorted((a, b) => compareInstants(b.subject.startsAt, a.subject.startsAt));
    return {
      flowTitle: flow.title,
      subjectKind: FLOW_CATALOGUE[flow.kind].subject,
      explanations: latestFirst.flatMap((one) => {
        const about = { subject: nameSubject(one.subject), visit: visits.get(one.subject.id) ?? null };
        return explanationsOf(about, one, stored.get(one.subject.id) ?? []);
      }),
    };
  });
}

type About = Pick<Explanation, 'subject' | 'visit'>;

function nameSubject({ kind, id, startsAt, timeZone, words }: Explained['subject']): About['subject'] {
  const inCart = words.cart?.items.map(({ title }) => title).join(', ');
  const title = words.order?.number ?? inCart ?? words.eventName ?? '';
  return { kind, id, startsAt: startsAt.toString(), timeZone, title };
}

const NOTHING = { step: 1, rule: null, outcome: null, compared: {}, at: null, entryId: null, messageStatus: null };

/** The stored decision is the explanation; a simulated one is used only where none was stored. */
function explanationsOf(about: About, explained: Explained, stored: readonly StoredVerdict[]): Explanation[] {
  if (stored.length > 0) return stored.map(({ verdict }) => ({ ...about, basis: 'kept', ...verdict }));
  const { basis } = explained;
  if (!('verdicts' in explained)) return [{ ...NOTHING, ...about, basis }];
  return explained.verdicts.map((verdict) => ({
    ...NOTHING,
    ...about,
    basis,
    step: verdict.step,
    rule: verdict.rule,
    outcome: verdict.outcome,
    compared: verdict.compared,
    at: verdict.outcome === 'skipped' ? null : verdict.at.toString(),
  }));
}
