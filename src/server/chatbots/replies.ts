import { Language } from '#contract/primitives.ts';
import type { ContentButton, MessageContent } from '#server/delivery/port.ts';
import { visitAnswerId } from '#server/flows/content/answer-rules.ts';
import { ANSWER_TITLES } from '#server/flows/gallery/default-texts.ts';
import { dateIn, shortDateIn, timeOf } from '#server/flows/subjects/variable-rules.ts';
import type { VisitFactsForFlow } from '#server/visits/rules.ts';
import { REPLIES, type Reply, SHARE_PHONE_TITLES, VISIT_REPLIES, type VisitReply } from './reply-texts.ts';

type Timed = Pick<VisitFactsForFlow, 'startsAt' | 'timeZone'>;

/** What the bot says about a visit; of one that moved it asks again. */
export function visitReply(reply: VisitReply, visit: VisitFactsForFlow, language: Language): MessageContent {
  const text = VISIT_REPLIES[language][reply](whenOf(visit, language));
  return say(text, reply === 'moved' ? questionButtons(visit, language) : []);
}

/** Asks which of several visits is meant: each is an answer of its own. */
export function whichReply(
  wish: 'confirm' | 'cancel',
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
    return { type: 'answer', title, id: visitAnswerId({ answer: wish, visitId, timeVersion, isTest: false }) };
  });
  return say([REPLIES[language][`which_${wish}`], ...lines].join('\n'), buttons);
}

export function plainReply(reply: Exclude<Reply, `which_${string}`>, language: Language): MessageContent {
  const isAsking = reply === 'ask_phone';
  return say(REPLIES[language][reply], isAsking ? [{ type: 'share_phone', title: SHARE_PHONE_TITLES[language] }] : []);
}

/** The customer's own language, or the cabinet's. */
export function replyLanguage(customerLanguage: string | null | undefined, cabinetLanguage: Language): Language {
  return Language.safeParse(customerLanguage).data ?? cabinetLanguage;
}

/** «21 ноября, 18:30», by the branch's clock. */
function whenOf({ startsAt, timeZone }: Timed, language: Language): string {
  const wall = startsAt.toZonedDateTimeISO(timeZone);
  return `${dateIn(wall, language)}, ${timeOf(wall)}`;
}

function questionButtons({ id: visitId, timeVersion }: VisitFactsForFlow, language: Language): ContentButton[] {
  const { confirm, decline } = ANSWER_TITLES[language];
  const idOf = (answer: 'confirm' | 'cancel') => visitAnswerId({ answer, visitId, timeVersion, isTest: false });
  return [
    { type: 'answer', title: confirm, id: idOf('confirm') },
    { type: 'answer', title: decline, id: idOf('cancel') },
  ];
}

function say(text: string, buttons: ContentButton[]): MessageContent {
  return { text, image: null, buttons, templates: [] };
}
