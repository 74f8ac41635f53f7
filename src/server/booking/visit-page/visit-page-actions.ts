import type { VisitPageAnswer } from '#contract/booking/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import type { SourceContext } from '#server/connections/port.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { latestConversation, setNeedsPerson } from '#server/conversations/inbound/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { type TenantScope, withTenant } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getPageOf } from '#server/reviews/widgets/actions.ts';
import { getTenant, publicAppearance, raiseNotice } from '#server/tenants/actions.ts';
import { cancelVisit, confirmVisit, getVisitFacts } from '#server/visits/changes/actions.ts';
import { hasMoved, type VisitChange, type VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { endMoveRequestJob, moveNoticeKey } from '#server/booking/jobs.ts';
import { visitPageUrl } from '#server/booking/links/link-actions.ts';
import { hasAnswer, insertAnswer, listPlaces } from './queries.ts';
import { getVisitPageSettings } from './reads.ts';
import { answersOffered, messageOf, type PageMessage, type VisitPlace } from './rules.ts';
import type { VisitPageFacts } from './visit-page-rules.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Loads the facts of a visit's page; null when there is no such visit. @param accepted language of the browser */
export async function loadVisitPage(
  scope: ActionScope,
  visitId: VisitId,
  accepted: Language,
): Promise<VisitPageFacts | null> {
  const [visit] = await getVisitFacts(scope, [visitId]);
  if (!visit) return null;
  const { brand } = await getTenant(scope);
  return {
    visit,
    place: await placeOf(scope, visit),
    settings: { ...(await getVisitPageSettings(scope)), ...(await getPageOf(scope, visit.branchId)).settings.visit },
    appearance: await publicAppearance(scope),
    language: await languageOf(scope, visit, accepted),
    now: scope.clock.now(),
    hasRequestedMove: await hasAnswer(scope, { visitId, answer: 'move', startsAt: visit.startsAt }),
    url: visitPageUrl(scope, scope.tenantId, visitId, originOfBrand(scope.config, brand)),
  };
}

async function placeOf(scope: TenantScope, { branchId }: VisitFactsForFlow): Promise<VisitPlace | null> {
  const branch = await findBranch(scope, branchId);
  if (!branch) return null;
  const { city, cancelClosesMinutes } = branch;
  const own = (await listPlaces(scope)).get(branchId);
  return { city, cancelClosesMinutes, coordinates: own ?? branch.coordinates };
}

async function languageOf(scope: ActionScope, { contactId }: VisitFactsForFlow, accepted: Language): Promise<Language> {
  const reach = contactId && (await reachOf(scope, [contactId])).get(contactId);
  return Language.safeParse(reach?.contact.language).data ?? accepted;
}

export type AnswerOnPage = {
  visitId: VisitId;
  answer: VisitPageAnswer;
  /** The start that the page showed: a visit at another start is not changed. */
  startsAt: Temporal.Instant;
};

/**
 * Carries out an answer that a contact gave on the page of a visit. Safe to repeat.
 *
 * @returns what the page says beside the state of the visit; null where the state says it
 */
export async function answerOnPage(
  ctx: SourceContext,
  tenantId: TenantId,
  given: AnswerOnPage,
): Promise<PageMessage | null> {
  const { visitId, answer, startsAt } = given;
  const checked = await withTenant(ctx, tenantId, (scope) => checkAnswer(scope, given));
  if (checked !== 'offered') return checked;
  if (answer === 'move') {
    await withTenant(ctx, tenantId, (scope) => requestMove(scope, given));
    return 'requested';
  }
  const change = answer === 'confirm' ? confirmVisit : cancelVisit;
  const result = await change(ctx, tenantId, visitId, startsAt);
  await withTenant(ctx, tenantId, (scope) => recordResult(scope, given, result));
  return messageOf(result);
}

/** Returns `offered` where the page offers the answer, or else what it says. */
async function checkAnswer(
  scope: ActionScope,
  { visitId, answer, startsAt }: AnswerOnPage,
): Promise<'offered' | PageMessage | null> {
  const page = await loadVisitPage(scope, visitId, 'en');
  if (!page) return null;
  const { visit, settings, hasRequestedMove } = page;
  if (hasMoved(visit, startsAt)) return 'moved';
  if (answersOffered(visit, settings, page).includes(answer)) return 'offered';
  if (answer === 'move' && hasRequestedMove) return 'requested';
  return answer === 'cancel' && answersOffered(visit, settings, page).length > 0 ? 'late' : null;
}

/** Has staff offer another time: in the contact's conversation, or by a notice where there is none. */
async function requestMove(scope: ActionScope, { visitId, startsAt }: AnswerOnPage): Promise<void> {
  const now = scope.clock.now();
  const [visit] = await getVisitFacts(scope, [visitId]);
  if (!visit || !(await insertAnswer(scope, { visitId, answer: 'move', startsAt }, now))) return;
  const conversation = visit.contactId && (await latestConversation(scope, visit.contactId));
  if (conversation) return setNeedsPerson(scope, conversation.id, 'move_wanted');
  const contact = visit.contactId && (await reachOf(scope, [visit.contactId])).get(visit.contactId)?.contact;
  await raiseNotice(scope, now, {
    kind: 'move_wanted',
    key: moveNoticeKey(visitId),
    severity: 'attention',
    params: {
      visitId,
      contactId: visit.contactId,
      contactName: contact ? contact.name : '',
      startsAt: startsAt.toString(),
      timeZone: visit.timeZone,
    },
  });
  await enqueue(scope, endMoveRequestJob, { tenantId: scope.tenantId, visitId }, { runAt: visit.startsAt });
}

async function recordResult(scope: ActionScope, given: AnswerOnPage, result: VisitChange): Promise<void> {
  const { visitId, answer, startsAt } = given;
  const now = scope.clock.now();
  if (result.kind === 'done' && (await insertAnswer(scope, { visitId, answer, startsAt }, now)))
    await announce(scope, 'booking');
  if (result.kind !== 'failed' || result.isTemporary || result.trouble === 'cancel_closed') return;
  const [visit] = await getVisitFacts(scope, [visitId]);
  await raiseNotice(scope, now, {
    kind: 'confirm_failed',
    key: `${answer}:${visitId}`,
    severity: 'bad',
    params: {
      wish: answer,
      visitId,
      startsAt: startsAt.toString(),
      timeZone: visit?.timeZone,
      trouble: result.trouble,
      text: result.text,
    },
  });
}
