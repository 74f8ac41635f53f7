import { createHash } from 'node:crypto';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { OrderId } from '#contract/orders/calls.ts';
import { Language } from '#contract/primitives.ts';
import { ReviewId } from '#contract/reviews/calls.ts';
import { ReviewWidgetId, type ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import type { MapService } from '#contract/reviews/values.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { spendRatings } from '#server/billing/rating-actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import { getOrderFacts } from '#server/orders/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { newId } from '#server/platform/values/ids.ts';
import { announce } from '#server/platform/events/realtime.ts';
import type { PublicAppearance } from '#server/platform/visitors/visitor-pages.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { isOpen } from '#server/visits/storage/rules.ts';
import { getPageOf } from '#server/reviews/widgets/actions.ts';
import { followRating } from '#server/reviews/answers/alert-actions.ts';
import {
  findReview,
  insertReview,
  type ReviewFacts,
  type StoredReview,
  updateReview,
} from '#server/reviews/storage/queries.ts';
import { cleanDetails, offerAfter, type ReviewSubject, subjectKey, withClick } from '#server/reviews/storage/rules.ts';
import { findWidget } from '#server/reviews/widgets/widget-queries.ts';
import type { TokenKind } from '#server/reviews/storage/tokens.ts';

/** The target of a link. `widget` has no subject yet: `nonce` names one opening of the page. */
export type PageLink = { kind: TokenKind; id: string; nonce?: string | undefined };

/** A reviewed visit or order, in words for the page. */
export type ReviewedThing = {
  startsAt: Temporal.Instant | null;
  timeZone: string;
  serviceTitles: readonly string[];
  branchTitle: string | null;
  branchAddress: string | null;
};

export type OpenPage = {
  appearance: PublicAppearance;
  settings: ReviewWidgetSettings;
  /** Null: the browser's. */
  language: Language | null;
  thing: ReviewedThing;
  review: StoredReview | null;
  /** The visit is still to come: it cannot be rated yet. */
  isTooEarly: boolean;
};

type Target = {
  subjectKey: string;
  facts: ReviewFacts;
  thing: ReviewedThing;
  language: Language | null;
  isTooEarly: boolean;
};

/** Opens the page of a link. @returns null when what it is about is gone, or the page is switched off */
export async function openReviewPage(scope: ActionScope, link: PageLink): Promise<OpenPage | null> {
  const target = await findTarget(scope, link);
  if (!target) return null;
  const { isOn, settings } = await getPageOf(scope, branchOf(target));
  if (!isOn) return null;
  return {
    appearance: await publicAppearance(scope),
    settings,
    language: settings.language ?? target.language,
    thing: target.thing,
    review: (await findReview(scope, { subjectKey: target.subjectKey })) ?? null,
    isTooEarly: target.isTooEarly,
  };
}

/**
 * Saves the stars a contact tapped: a review begins, or the one of the same subject changes.
 *
 * @returns the review; null when the page is no longer there; `too_early` before the visit
 */
export async function rate(
  scope: ActionScope,
  link: PageLink,
  { stars, language }: { stars: number; language: Language },
): Promise<ReviewId | 'too_early' | null> {
  const page = await openReviewPage(scope, link);
  const target = page && (await findTarget(scope, link));
  if (!target) return null;
  if (target.isTooEarly && !page.review) return 'too_early';
  const now = scope.clock.now();
  const newReviewId = newId(ReviewId);
  const isNew = await insertReview(
    scope,
    { ...target, id: newReviewId, stars, language: page.language ?? language },
    now,
  );
  if (isNew && (await spendRatings(scope, 1, now)) === 1)
    await updateReview(scope, newReviewId, { isCounted: true }, null);
  const review = await findReview(scope, { subjectKey: target.subjectKey }, { isLocked: true });
  if (!review) throw new Error('A review was not saved');
  if (review.stars !== stars) {
    const { tags } = cleanDetails({ ...review, comesAgain: '' }, stars, page.settings);
    await updateReview(scope, review.id, { stars, tags }, now);
  }
  await followRating(scope, review.id, { isComplete: false });
  await announce(scope, 'reviews');
  return review.id;
}

/** Saves what a contact wrote beside the stars. @returns false when there is no review yet */
export async function describeReview(
  scope: ActionScope,
  link: PageLink,
  form: { tags: readonly string[]; text: string; comesAgain: string },
): Promise<boolean> {
  const page = await openReviewPage(scope, link);
  if (!page?.review) return false;
  const { id, stars } = page.review;
  await findReview(scope, { id }, { isLocked: true });
  await updateReview(scope, id, cleanDetails(form, stars, page.settings), scope.clock.now());
  await followRating(scope, id, { isComplete: true });
  await announce(scope, 'reviews');
  return true;
}

/** The address of a map that the page offers. @param isPerson false: a preview or a prefetch, which is no click */
export async function openMap(
  scope: ActionScope,
  link: PageLink,
  { map, isPerson }: { map: MapService; isPerson: boolean },
): Promise<string | null> {
  const page = await openReviewPage(scope, link);
  if (!page) return null;
  const { maps } = page.review ? offerAfter(page.review.stars, page.settings) : page.settings;
  const url = maps.find(({ service }) => service === map)?.url;
  if (!url) return null;
  if (page.review && isPerson) {
    const review = (await findReview(scope, { id: page.review.id }, { isLocked: true })) ?? page.review;
    await updateReview(scope, review.id, { mapChosen: map, mapClicks: withClick(review.mapClicks, map) }, null);
    await announce(scope, 'reviews');
  }
  return url;
}

const branchOf = ({ facts }: Target): BranchId | null =>
  facts.branchId === null ? null : BranchId.parse(facts.branchId);

const NOTHING: ReviewFacts = {
  branchId: null,
  visitId: null,
  orderId: null,
  contactId: null,
  masterId: null,
  serviceIds: [],
  serviceTitles: [],
};

/** Loads what a link is about; null when it no longer exists. */
async function findTarget(scope: ActionScope, link: PageLink): Promise<Target | null> {
  if (link.kind === 'review') return findStarted(scope, ReviewId.parse(link.id));
  if (link.kind === 'widget') return findOpening(scope, link);
  if (link.kind === 'visit') return findVisit(scope, VisitId.parse(link.id));
  if (link.kind === 'order') return findOrder(scope, OrderId.parse(link.id));
  return findContact(scope, ContactId.parse(link.id));
}

async function findVisit(scope: ActionScope, id: VisitId): Promise<Target | null> {
  const [visit] = await getVisitFacts(scope, [id]);
  if (!visit) return null;
  const { branchId, contactId, masterId, serviceIds, serviceTitles, startsAt, status } = visit;
  const isTooEarly = isOpen(status) && Temporal.Instant.compare(startsAt, scope.clock.now()) > 0;
  const target = await toTarget(
    scope,
    { kind: 'visit', id },
    {
      facts: { ...NOTHING, visitId: id, branchId, contactId, masterId, serviceIds, serviceTitles },
      thing: visit,
    },
  );
  return { ...target, isTooEarly };
}

async function findOrder(scope: ActionScope, id: OrderId): Promise<Target | null> {
  const [order] = await getOrderFacts(scope, [id]);
  if (!order) return null;
  const { branchId, contactId } = order;
  return toTarget(
    scope,
    { kind: 'order', id },
    {
      facts: { ...NOTHING, orderId: id, branchId, contactId },
      thing: { ...order, startsAt: order.placedAt, serviceTitles: [] },
    },
  );
}

async function findContact(scope: ActionScope, id: ContactId): Promise<Target | null> {
  const isKnown = (await reachOf(scope, [id])).has(id);
  if (!isKnown) return null;
  return toTarget(scope, { kind: 'contact', id }, { facts: { ...NOTHING, contactId: id }, thing: null });
}

async function findOpening(scope: ActionScope, { id, nonce = '' }: PageLink): Promise<Target | null> {
  const widget = await findWidget(scope, ReviewWidgetId.parse(id));
  if (!widget) return null;
  const subject: ReviewSubject = { kind: 'widget', id: openingId(id, nonce), widgetId: id };
  return toTarget(scope, subject, {
    facts: { ...NOTHING, branchId: widget.branchId },
    thing: null,
    branchTitle: widget.branchTitle,
  });
}

/** A page without a subject names its opening, so that a form sent twice is one review. */
function openingId(widgetId: string, nonce: string): string {
  return createHash('sha256').update(`${widgetId} ${nonce}`).digest('base64url').slice(0, 32);
}

async function findStarted(scope: ActionScope, id: ReviewId): Promise<Target | null> {
  const review = await findReview(scope, { id });
  if (!review) return null;
  const { timeZone } = await getTenant(scope);
  return {
    subjectKey: review.subjectKey,
    facts: { ...NOTHING, ...review },
    thing: { startsAt: null, timeZone, serviceTitles: [], branchTitle: null, branchAddress: null },
    language: review.language,
    isTooEarly: false,
  };
}

async function toTarget(
  scope: ActionScope,
  subject: ReviewSubject,
  {
    facts,
    thing,
    branchTitle = null,
  }: { facts: ReviewFacts; thing: ReviewedThing | null; branchTitle?: string | null },
): Promise<Target> {
  const tenant = await getTenant(scope);
  const month = scope.clock.now().toZonedDateTimeISO(tenant.timeZone).toPlainDate().toPlainYearMonth().toString();
  const contactId = facts.contactId === null ? null : ContactId.parse(facts.contactId);
  const contact = contactId && (await reachOf(scope, [contactId])).get(contactId)?.contact;
  return {
    subjectKey: subjectKey(subject, month),
    facts,
    thing: thing ?? { startsAt: null, timeZone: tenant.timeZone, serviceTitles: [], branchTitle, branchAddress: null },
    language: Language.safeParse(contact?.language).data ?? (contact ? tenant.customerLanguage : null),
    isTooEarly: false,
  };
}
