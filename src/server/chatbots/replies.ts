import { dateIn, shortDateIn, timeOf } from '#server/texts/content/format-rules.ts';
import type { ContentButton, MessageContent } from '#server/texts/content/message-content.ts';
import { Language } from '#contract/primitives.ts';
import { visitAnswerId, answerTitle } from '#server/texts/content/answer-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/storage/rules.ts';
import { type Reply, text, type VisitReply } from './texts.ts';

type Timed = Pick<VisitFactsForFlow, 'startsAt' | 'timeZone'>;

/** The bot's reply about a visit; for a visit that moved it asks again. */
export function visitReply(reply: VisitReply, visit: VisitFactsForFlow, language: Language): MessageContent {
  const words = text(language, `visit.${reply}`, { when: whenOf(visit, language) });
  return contentOf(words, reply === 'moved' ? questionButtons(visit, language) : []);
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

/** Returns the contact's language, or the cabinet's. */
export function replyLanguage(customerLanguage: string | null | undefined, cabinetLanguage: Language): Language {
  return Language.safeParse(customerLanguage).data ?? cabinetLanguage;
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

function contentOf(words: string, buttons: ContentButton[]): MessageContent {
  return { text: words, image: null, buttons, templates: [] };
}
