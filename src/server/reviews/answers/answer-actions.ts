import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { MessageId } from '#contract/delivery/calls.ts';
import { Language } from '#contract/primitives.ts';
import type { answerReview as answerCall, getReview as getCall, Review, ReviewId } from '#contract/reviews/calls.ts';
import type { MemberId } from '#contract/tenants/ids.ts';
import { messagesLeft } from '#server/billing/actions.ts';
import { listUsableChannels, type UsableChannel } from '#server/channels/storage/actions.ts';
import { chooseChannel, isWindowOpen } from '#server/contacts/book/channel-choice-rules.ts';
import { reachOf, type Reach } from '#server/contacts/book/actions.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { planMessages } from '#server/delivery/planning/actions.ts';
import type { DueAnswer, DueCheck } from '#server/delivery/port.ts';
import { saveSender } from '#server/delivery/ledger/sender-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { emit } from '#server/platform/events/events.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { getContactPolicy } from '#server/policy/reads.ts';
import { quietUntil } from '#server/policy/rules.ts';
import { getTenant, resolveNotice } from '#server/tenants/actions.ts';
import type { ContentTemplate } from '#server/texts/content/message-content.ts';
import { getPageOf } from '#server/reviews/widgets/actions.ts';
import { reviewAnswered } from '#server/reviews/jobs.ts';
import { noticeKey } from './alert-actions.ts';
import { findReviewRow } from '#server/reviews/lists/list-queries.ts';
import { findLastChannel, findReview, saveAnswer } from '#server/reviews/storage/queries.ts';
import { REVIEWS } from './sender.ts';
import { carryingAnswer, loadUsable, nameFor, writeTemplates } from './template-writing.ts';

/** Loads a review with the way its contact can be answered. @throws {Problem} `review.not_found` */
export async function getReview(scope: ActionScope, id: ReviewId): Promise<ReplyOf<typeof getCall>> {
  const review = await readReview(scope, id);
  const way = await wayTo(scope, review);
  if (way.kind === 'none') return { review, way: { kind: 'none', rule: way.rule } };
  const { channel, at, templateName } = way;
  return {
    review,
    way: { kind: 'channel', channelId: channel.id, channelTitle: channel.title, sendsAt: at.toString(), templateName },
  };
}

/**
 * Sends an answer to the contact. A review is answered once; an answer that could not be delivered may be followed by
 * another.
 *
 * @param answer.memberId who wrote or approved it; null: nobody
 *
 * @throws {Problem} `review.cannot_answer` with the rule, `review.answered`, `message_quota.exhausted`
 */
export async function answerReview(
  scope: ActionScope,
  id: ReviewId,
  { text, memberId }: BodyOf<typeof answerCall> & { memberId: MemberId | null },
): Promise<Review> {
  const stored = await findReview(scope, { id }, { isLocked: true });
  const review = await readReview(scope, id);
  if (review.answer && !UNDELIVERED.has(review.answer.status)) throw new Problem('review.answered');
  const way = await wayTo(scope, review);
  if (way.kind === 'none') throw new Problem('review.cannot_answer', { rule: way.rule });
  if ((await messagesLeft(scope)) === 0) throw new Problem('message_quota.exhausted');

  await saveSender(scope, REVIEWS);
  const [row] = await planMessages(scope, [
    {
      sender: { ...REVIEWS, version: null },
      occasionKey: ['answer', id, stored?.answerMessageId].filter(Boolean).join(':'),
      contactId: way.contactId,
      channelId: way.channel.id,
      fallbackChannelIds: way.fallbacks.map((channel) => channel.id),
      dueAt: way.at,
      useBy: null,
      content: { text, image: null, buttons: [], templates: [...way.templatesWith(text)] },
    },
  ]);
  if (!row) throw new Error('An answer was not planned');
  const now = scope.clock.now();
  await saveAnswer(scope, id, { messageId: row.id, text, memberId, at: now });
  await emit(scope, reviewAnswered, { dedupeKey: row.id, facts: { reviewId: id }, occurredAt: now });
  await resolveNotice(scope, now, noticeKey(id));
  await announce(scope, 'reviews');
  return readReview(scope, id);
}

const UNDELIVERED: ReadonlySet<string> = new Set(['failed', 'cancelled', 'skipped']);

/** A review as members see it. @throws {Problem} `review.not_found` */
export async function readReview(scope: ActionScope, id: ReviewId): Promise<Review> {
  const { timeZone } = await getTenant(scope);
  const review = await findReviewRow(scope, id, timeZone);
  if (!review) throw new Problem('review.not_found');
  return review;
}

type Way =
  | { kind: 'none'; rule: Extract<ReplyOf<typeof getCall>['way'], { kind: 'none' }>['rule'] }
  | {
      kind: 'channel';
      contactId: NonNullable<Review['contact']>['id'];
      channel: UsableChannel;
      fallbacks: readonly { id: UsableChannel['id'] }[];
      at: Temporal.Instant;
      /** The template that carries the answer; null: it is sent as written. */
      templateName: string | null;
      templatesWith: (answer: string) => readonly ContentTemplate[];
    };

/** The channel that last reached the contact comes first; quiet hours move the moment, opt-outs and windows close channels. */
async function wayTo(scope: ActionScope, review: Review): Promise<Way> {
  const { contact, visit, branch, timeZone } = review;
  const reach = contact && (await reachOf(scope, [contact.id])).get(contact.id);
  if (!contact || !reach) return { kind: 'none', rule: 'no_contact' };
  const last = await findLastChannel(scope, { contactId: contact.id, visitId: visit?.id ?? null });
  const channels = await listUsableChannels(scope);
  const at = await momentFor(scope, reach, timeZone);
  const { settings } = await getPageOf(scope, branch?.id ?? null);
  const usable = await loadUsable(scope, carryingAnswer(settings.answerTemplates));
  const choice = chooseChannel({
    channels: channels.toSorted((a, b) => Number(b.id === last) - Number(a.id === last)),
    person: { ...reach, phone: reach.contact.phone },
    templateChannelIds: usable.templates.map(({ channelId }) => channelId),
    at,
    isDue: true,
  });
  if (choice.kind === 'none') return { kind: 'none', rule: choice.rule };
  const channel = channels.find(({ id }) => id === choice.channel.id);
  if (!channel) return { kind: 'none', rule: 'no_channel' };
  const tenant = await getTenant(scope);
  const language = Language.safeParse(reach.contact.language).data ?? tenant.customerLanguage;
  const carrier = usable.templates.find(({ channelId }) => channelId === channel.id);
  return {
    kind: 'channel',
    contactId: contact.id,
    channel,
    fallbacks: choice.fallbacks,
    at,
    templateName: isWindowOpen(channel, reach, at) ? null : (carrier?.name ?? null),
    templatesWith: (reviewAnswer) =>
      writeTemplates(
        usable,
        { clientName: greetingName(reach.contact), businessName: nameFor(review, tenant), reviewAnswer },
        language,
      ),
  };
}

async function momentFor(scope: ActionScope, { contact }: Reach, branchZone: string): Promise<Temporal.Instant> {
  const now = scope.clock.now();
  return quietUntil(await getContactPolicy(scope), now, contact.timeZone ?? branchZone) ?? now;
}

/** Holds answers that became due in quiet hours, e.g. after an outage. Alerts to the owner are sent at any hour. */
export const checkDueOfReviews: DueCheck = async (scope, messages, now) => {
  const answers = new Map<MessageId, DueAnswer>();
  const contactIds = messages.flatMap(({ contactId }) => contactId ?? []);
  if (contactIds.length === 0) return answers;
  const [reaches, policy, tenant] = [
    await reachOf(scope, contactIds),
    await getContactPolicy(scope),
    await getTenant(scope),
  ];
  for (const { id, contactId } of messages) {
    const timeZone = (contactId && reaches.get(contactId)?.contact.timeZone) ?? tenant.timeZone;
    const until = contactId && quietUntil(policy, now, timeZone);
    if (until)
      answers.set(id, {
        kind: 'defer',
        until,
        rule: 'quiet_hours',
        compared: {
          localTime: now.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
          timeZone,
          quietFromHour: policy.quietFromHour,
          quietToHour: policy.quietToHour,
        },
      });
  }
  return answers;
};
