import type { KnowledgePair } from '#contract/assistants/knowledge.ts';
import type { NightBot } from '#contract/assistants/night-bot.ts';
import { AssistantSettings, type WorkDay } from '#contract/assistants/settings.ts';
import type { ModelChoice } from '#contract/models/values.ts';
import type { Language } from '#contract/primitives.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { LOCALE_TAGS } from '#server/platform/values/locale-rules.ts';

/** The function of the booking system that a branch has; null: none. */
export type SalonFunction = 'yclients_salon' | 'altegio_salon';

/** Writes the settings of a night bot: silent in the work hours, and in the rest of the week it promises people in the morning. */
export function nightSettings(
  bot: NightBot,
  { language, salon, model }: { language: Language; salon: SalonFunction | null; model: ModelChoice },
): AssistantSettings {
  const { branchId, channelId, days, notifyPhone } = bot;
  const branchIds = branchId ? [branchId] : [];
  return AssistantSettings.parse({
    model,
    instruction: instructionOf(bot, language, salon !== null),
    workHours: {
      days,
      inside: { isAnswering: false },
      outside: { isAnswering: true, instruction: text(language, 'night.outside') },
    },
    morningSummary: { isOn: notifyPhone !== '', phone: notifyPhone || null },
    channelIds: channelId ? [channelId] : [],
    branchIds,
    plugins: {
      human_handoff: {
        notices: [
          {
            when: text(language, 'handoff.when'),
            answer: text(language, 'night.promise'),
            notice: text(language, 'handoff.notice'),
          },
          {
            when: text(language, 'night.unknown'),
            answer: text(language, 'night.promise'),
            notice: text(language, 'handoff.notice'),
            stopsDialogue: false,
          },
        ],
      },
      ...(salon && { [salon]: { branchIds } }),
    },
  });
}

function instructionOf({ businessName, bookingLink }: NightBot, language: Language, takesBookings: boolean): string {
  const booking = bookingLink ? 'night.books_by_link' : 'night.books_nothing';
  return [
    text(language, 'night.instruction', { business: businessName }),
    text(language, takesBookings ? 'night.books' : booking, { link: bookingLink }),
    text(language, 'night.limits'),
  ].join('\n');
}

const TOPICS = ['hours', 'address', 'booking', 'payment', 'social'] as const;

/** Questions that clients ask of every business, answered from the fields; those left empty make none. */
export function nightPairs(bot: NightBot, language: Language): KnowledgePair[] {
  const links = bot.socialLinks.filter((link) => link !== '');
  const map = bot.mapLink && text(language, 'night.map', { link: bot.mapLink });
  const answers: Record<(typeof TOPICS)[number], string> = {
    hours: hoursIn(bot.days, language),
    address: [bot.address, map].filter(Boolean).join('\n'),
    booking: bot.bookingLink && text(language, 'night.book_at', { link: bot.bookingLink }),
    payment: paymentIn(bot, language),
    social: links.join('\n'),
  };
  return TOPICS.filter((topic) => answers[topic] !== '').map((topic) => ({
    questions: text(language, `night.questions.${topic}`).split('\n'),
    answer: answers[topic],
  }));
}

function paymentIn({ paymentMethods }: NightBot, language: Language): string {
  if (paymentMethods.length === 0) return '';
  const methods = paymentMethods.map((method) => text(language, `night.payment.${method}`)).join(', ');
  return text(language, 'night.pay_by', { methods });
}

/** Work hours of a week, one line for days that follow each other with the same hours. */
export function hoursIn(days: readonly WorkDay[], language: Language): string {
  const groups: { first: number; last: number; hours: string }[] = [];
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const spans = days
      .filter((day) => day.weekday === weekday)
      .toSorted((one, other) => one.fromMinute - other.fromMinute);
    const hours = spans
      .map(({ fromMinute, untilMinute }) => `${clockOf(fromMinute)}–${clockOf(untilMinute)}`)
      .join(', ');
    const last = groups.at(-1);
    if (last?.hours === hours) last.last = weekday;
    else groups.push({ first: weekday, last: weekday, hours });
  }
  const lines = groups.map(({ first, last, hours }) => {
    const span =
      first === last
        ? weekdayName(first, language)
        : `${weekdayName(first, language)} – ${weekdayName(last, language)}`;
    return `${span}: ${hours || text(language, 'night.closed')}`;
  });
  return lines.join('\n');
}

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** @param weekday ISO, 1 Monday … 7 Sunday */
function weekdayName(weekday: number, language: Language): string {
  // NOTE: 5 January 2026 is a Monday
  const day = Date.UTC(2026, 0, 4 + weekday);
  return new Intl.DateTimeFormat(LOCALE_TAGS[language], { weekday: 'long', timeZone: 'UTC' }).format(day);
}
