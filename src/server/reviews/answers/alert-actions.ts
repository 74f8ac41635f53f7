import { findFirstOwner } from '#server/auth/members/owner-reads.ts';
import { Language } from '#contract/primitives.ts';
import type { Review, ReviewId } from '#contract/reviews/calls.ts';
import type { ReviewWidgetSettings } from '#contract/reviews/widgets.ts';
import { MemberId, type TenantId } from '#contract/tenants/ids.ts';
import { queueMail } from '#server/auth/mails/mail-actions.ts';
import { ratingsLeft, spendRatings } from '#server/billing/rating-actions.ts';
import { planAlert } from '#server/delivery/planning/alert-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { enqueue } from '#server/platform/jobs.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { emit } from '#server/platform/events/events.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getTenant, raiseNotice, resolveNotice } from '#server/tenants/actions.ts';
import { dateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { getPageOf } from '#server/reviews/widgets/actions.ts';
import { alertOwnerJob, reviewReceived, showWaitingJob } from '#server/reviews/jobs.ts';
import { findReviewRow } from '#server/reviews/lists/list-queries.ts';
import { findReview, lockUncounted, updateReview } from '#server/reviews/storage/queries.ts';
import { isBad } from '#server/reviews/storage/rules.ts';
import { REVIEWS } from './sender.ts';
import { hintText, text } from '#server/reviews/storage/texts.ts';
import { loadUsable, nameFor, type ReviewValues, writeTemplates } from './template-writing.ts';

/** Seconds a contact has to add words to bad stars before the owner is alerted by the stars alone. */
const WORDS_SECONDS = 30;
const WAITING_BATCH = 100;

/**
 * Follows a rating that was given or changed: a bad one is in the bell at once and alerts the owner; one that became
 * good leaves the bell. A review that waits for a top-up is followed once it is counted.
 *
 * @param isComplete the contact has sent the whole form
 */
export async function followRating(
  scope: ActionScope,
  id: ReviewId,
  { isComplete }: { isComplete: boolean },
): Promise<void> {
  const review = await findReview(scope, { id });
  if (!review?.isCounted) return;
  await emit(scope, reviewReceived, { dedupeKey: id, facts: { reviewId: id }, occurredAt: scope.clock.now() });
  const { settings } = await getPageOf(scope, review.branchId);
  const now = scope.clock.now();
  if (!isBad(review.stars, settings)) {
    await resolveNotice(scope, now, noticeKey(id));
    return;
  }
  const { timeZone } = await getTenant(scope);
  const row = await findReviewRow(scope, id, timeZone);
  await raiseNotice(scope, now, {
    kind: 'bad_review',
    key: noticeKey(id),
    severity: 'bad',
    params: { reviewId: id, count: review.stars, contactName: row?.contact?.name ?? '' },
  });
  const runAt = isComplete ? now : now.add({ seconds: WORDS_SECONDS });
  if (review.alertedAt === null)
    await enqueue(scope, alertOwnerJob, { tenantId: scope.tenantId, reviewId: id }, { runAt });
}

export const noticeKey = (id: ReviewId) => `bad_review:${id}`;

/** Alerts the owner of a bad review by a message and by mail, with the visit beside it. Done once per review. */
export async function alertOwner(
  scope: ActionScope,
  { reviewId: id }: { tenantId: TenantId; reviewId: ReviewId },
): Promise<void> {
  const review = await findReview(scope, { id }, { isLocked: true });
  if (!review?.isCounted || review.alertedAt !== null) return;
  const { settings } = await getPageOf(scope, review.branchId);
  if (!isBad(review.stars, settings)) return;
  const tenant = await getTenant(scope);
  const row = await findReviewRow(scope, id, tenant.timeZone);
  if (!row) return;
  const owner = await findFirstOwner(scope);
  const language = Language.safeParse(owner?.language).data ?? tenant.customerLanguage;
  const origin = originOfBrand(scope.config, tenant.brand);
  const alert = {
    heading: text(language, 'alert.heading', { count: row.stars }),
    lines: alertLines(row, language),
    link: `${origin}/widgets/reviews/rating/${id}`,
  };
  const values: ReviewValues = {
    clientName: row.contact?.name ?? text(language, 'alert.nameless'),
    businessName: nameFor(row, tenant),
    reviewStars: String(row.stars),
    reviewText: row.text || alert.lines.join(' · '),
    reviewLink: alert.link,
  };
  const alertTrouble = await sendAlert(scope, id, { settings, alert, values, language });
  if (owner && settings.notifyEmail) {
    await queueMail(
      scope,
      MemberId.parse(owner.id),
      { brand: tenant.brand, origin },
      {
        kind: 'written',
        id,
        to: settings.notifyEmail,
        words: {
          subject: text(language, 'alert.subject', { business: nameFor(row, tenant), count: row.stars }),
          heading: alert.heading,
          text: alert.lines.join('\n'),
          button: text(language, 'alert.button'),
          link: alert.link,
          note: text(language, 'alert.note'),
        },
      },
    );
  }
  await updateReview(scope, id, { alertedAt: scope.clock.now(), alertTrouble }, null);
  await announce(scope, 'reviews');
}

type Alert = { heading: string; lines: string[]; link: string };

/** Plans the message to the owner's phone. @returns why none of the channels reaches it; null when one does */
async function sendAlert(
  scope: ActionScope,
  id: ReviewId,
  {
    settings: { notifyPhone: phone, alertTemplates },
    alert: { heading, lines, link },
    values,
    language,
  }: { settings: ReviewWidgetSettings; alert: Alert; values: ReviewValues; language: Language },
): Promise<string | null> {
  if (phone === null) return null;
  const usable = await loadUsable(scope, alertTemplates);
  return planAlert(scope, {
    sender: REVIEWS,
    key: `alert:${id}`,
    phone,
    text: [heading, ...lines, link].join('\n'),
    templates: writeTemplates(usable, values, language),
  });
}

/** The contact, the visit, the hints and the text, one line each. */
function alertLines(review: Review, language: Language): string[] {
  const { contact, visit, timeZone } = review;
  const wall = visit && Temporal.Instant.from(visit.startsAt).toZonedDateTimeISO(timeZone);
  return [
    [contact?.name, contact?.phone].filter(Boolean).join(', ') || text(language, 'alert.nameless'),
    [
      wall && `${dateIn(wall, language)}, ${timeOf(wall)}`,
      review.serviceTitles.join(', '),
      review.masterName,
      review.branch?.title,
    ]
      .filter(Boolean)
      .join(' · '),
    review.tags.map((tag) => hintText(tag, language)).join(', '),
    review.text && `«${review.text}»`,
  ].filter((line): line is string => Boolean(line));
}

/**
 * Counts reviews that waited for a top-up, the oldest first, as far as the quota allows, and alerts the owner of the bad
 * ones. Queues itself until none waits.
 */
export async function showWaiting(scope: ActionScope): Promise<void> {
  const now = scope.clock.now();
  const ids = await lockUncounted(scope, Math.min(WAITING_BATCH, await ratingsLeft(scope)));
  if (ids.length === 0) return;
  const granted = await spendRatings(scope, ids.length, now);
  for (const id of ids.slice(0, granted)) {
    await updateReview(scope, id, { isCounted: true }, null);
    await followRating(scope, id, { isComplete: true });
  }
  await announce(scope, 'reviews');
  if (granted > 0) await enqueue(scope, showWaitingJob, { tenantId: scope.tenantId });
}
