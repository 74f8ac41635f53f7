import { dateIn, listIn, shortDateIn, timeOf } from '#server/texts/content/format-rules.ts';
import { compareInstants } from '#server/platform/values/instant-rules.ts';
import type { ContentButton, MessageContent } from '#server/texts/content/message-content.ts';
import { LANGUAGES } from '#contract/languages.ts';
import type { Language } from '#contract/primitives.ts';
import type { TextContent } from '#contract/texts/calls.ts';
import { visitAnswerId, answerTitle } from '#server/texts/content/answer-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { type Reply, text, type VisitReply } from '#server/chatbots/storage/texts.ts';

type Timed = Pick<VisitFactsForFlow, 'startsAt' | 'timeZone'>;

/** The bot's reply about a visit; for a visit that moved it asks again. @param others further visits that the reply is about */
export function visitReply(
  reply: VisitReply,
  visit: VisitFactsForFlow,
  language: Language,
  others: readonly VisitFactsForFlow[] = [],
): MessageContent {
  const all = [visit, ...others].toSorted((one, other) => compareInstants(one.startsAt, other.startsAt));
  const words = text(language, `visit.${reply}`, { when: whenAllOf(all, language) });
  return contentOf(words, reply === 'moved' ? questionButtons(visit, language) : []);
}

/** The ready-made replies as a text that the owner may change, in every language. */
export function usualTexts(customerLanguage: Language): Record<'confirmTexts' | 'cancelTexts', TextContent['texts']> {
  const when = '{recordDate}, {recordTime}';
  const others = LANGUAGES.filter((language) => language !== customerLanguage);
  const textsOf = (reply: 'confirmed' | 'cancelled') => ({
    default: text(customerLanguage, `visit.${reply}`, { when }),
    ...Object.fromEntries(others.map((language) => [language, text(language, `visit.${reply}`, { when })])),
  });
  return { confirmTexts: textsOf('confirmed'), cancelTexts: textsOf('cancelled') };
}

/** Asks which of several visits is meant: each is a numbered answer. */
export function whichReply(
  intent: 'confirm' | 'cancel',
  visits: readonly VisitFactsForFlow[],
  language: Language,
): MessageContent {
  const lines = visits.map((visit) =>
    [`• ${whenOf(visit, language)}`, visit.serviceTitles.join(', ')].filter(Boolean).join(' · '),
  );
  const buttons = visits.map((visit): ContentButton => {
    const { id: visitId, timeVersion } = visit;
    const wall = visit.startsAt.toZonedDateTimeISO(visit.timeZone);
    const title = `${shortDateIn(wall, language)}, ${timeOf(wall)}`;
    return { type: 'answer', title, id: visitAnswerId({ answer: intent, visitId, timeVersion, isTest: false }) };
  });
  return contentOf([text(language, `reply.which_${intent}`), ...lines].join('\n'), buttons);
}

export function plainReply(reply: Exclude<Reply, `which_${string}`>, language: Language): MessageContent {
  const buttons: ContentButton[] =
    reply === 'ask_phone' ? [{ type: 'share_phone', title: text(language, 'share_phone') }] : [];
  return contentOf(text(language, `reply.${reply}`), buttons);
}

/** «21 ноября, 18:30 и 19:30» */
function whenAllOf(visits: readonly Timed[], language: Language): string {
  const walls = visits.map(({ startsAt, timeZone }) => startsAt.toZonedDateTimeISO(timeZone));
  const days = new Set(walls.map((wall) => dateIn(wall, language)));
  if (days.size > 1) return visits.map((visit) => whenOf(visit, language)).join('; ');
  return `${[...days].join('')}, ${listIn([...new Set(walls.map(timeOf))], language)}`;
}

/** «21 ноября, 18:30», by the branch's clock. */
function whenOf({ startsAt, timeZone }: Timed, language: Language): string {
  const wall = startsAt.toZonedDateTimeISO(timeZone);
  return `${dateIn(wall, language)}, ${timeOf(wall)}`;
}

function questionButtons({ id: visitId, timeVersion }: VisitFactsForFlow, language: Language): ContentButton[] {
  const idOf = (answer: 'confirm' | 'cancel') => visitAnswerId({ answer, visitId, timeVersion, isTest: false });
  return [
    { type: 'answer', title: answerTitle('confirm', language), id: idOf('confirm') },
    { type: 'answer', title: answerTitle('decline', language), id: idOf('cancel') },
  ];
}

/** A message of words and buttons alone. */
export function contentOf(words: string, buttons: ContentButton[] = []): MessageContent {
  return { text: words, image: null, buttons, templates: [] };
}
