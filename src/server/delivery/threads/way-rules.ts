import type { ChannelId } from '#contract/channels/calls.ts';
import type { AnswerWay, WayReason } from '#contract/conversations/calls.ts';
import type { Language } from '#contract/primitives.ts';
import type { UsableChannel } from '#server/channels/storage/actions.ts';
import type { Reach } from '#server/contacts/book/actions.ts';
import { checkChannels } from '#server/contacts/book/channel-choice-rules.ts';
import { languageOf } from '#server/contacts/book/rules.ts';
import { isAfter } from '#server/platform/values/instant-rules.ts';

export type WayFacts = {
  channels: readonly UsableChannel[];
  /** Channels with an approved template that can be filled. */
  templateChannelIds: ReadonlySet<ChannelId>;
  reach: Reach;
  now: Temporal.Instant;
};

/** A contact who opted out is answered this long after they wrote themselves. */
const MAY_ANSWER_HOURS = 24;

/** The channels of the cabinet in their order, with the reason why one does not reach the contact now. */
export function channelsFor({ channels, templateChannelIds, reach, now }: WayFacts): AnswerWay[] {
  const { contact, addresses, optOuts } = reach;
  const since = now.subtract({ hours: MAY_ANSWER_HOURS });
  const hasWrittenRecently = addresses.some(
    ({ lastInboundAt }) => lastInboundAt !== null && isAfter(lastInboundAt, since),
  );
  const person = { phone: contact.phone, addresses, optOuts: hasWrittenRecently ? [] : optOuts };
  return checkChannels({ channels, person, templateChannelIds: [], at: now }).map(({ channel, blocker }) => {
    const { id, kind, title, state, traits } = channel;
    const isOpen = blocker === null && traits.windowHours !== null;
    const ends = addresses.flatMap((one) => (one.channelId === id && one.windowUntil ? [one.windowUntil] : []));
    return {
      channelId: id,
      channelKind: kind,
      title,
      blocker: blocker ?? (state === 'Authorized' ? null : 'broken'),
      windowUntil: isOpen ? (ends.toSorted(Temporal.Instant.compare).at(-1)?.toString() ?? null) : null,
      hasTemplates: templateChannelIds.has(id),
    };
  });
}

/** Whether an answer can leave by the way: as free text, or by a template. */
export const canAnswerBy = ({ blocker, hasTemplates }: AnswerWay): boolean =>
  blocker === null || (blocker === 'closed' && hasTemplates);

/**
 * Chooses the way of an answer: where the contact wrote last, when it takes free text; else the first that does; else one
 * that takes a template.
 *
 * @param lastWritten null: they never wrote
 */
export function chooseWay(
  ways: readonly AnswerWay[],
  lastWritten: ChannelId | null,
): { channelId: ChannelId; reason: WayReason } | null {
  const last = ways.find(({ channelId }) => channelId === lastWritten);
  const open = ways.filter(({ blocker }) => blocker === null);
  const passable = ways.filter(canAnswerBy);
  const way = open.find((one) => one === last) ?? open[0] ?? passable.find((one) => one === last) ?? passable[0];
  if (!way) return null;
  if (way === last) return { channelId: way.channelId, reason: 'last_written' };
  return { channelId: way.channelId, reason: passable.length === 1 ? 'only_one' : 'first_in_order' };
}

/**
 * Sorts templates by the languages of those who read them; templates of one language keep their order.
 *
 * @param languages the first is the most wanted; null: not known
 */
export function inLanguageOrder<T extends { language: string }>(
  templates: readonly T[],
  languages: readonly (Language | null)[],
): T[] {
  const placeOf = ({ language }: T) => {
    const at = languages.indexOf(languageOf(language));
    return languageOf(language) === null || at < 0 ? languages.length : at;
  };
  return templates.toSorted((a, b) => placeOf(a) - placeOf(b));
}
