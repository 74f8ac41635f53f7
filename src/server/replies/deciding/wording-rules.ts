import type { Language } from '#contract/primitives.ts';
import type { ReplyWidgetSettings } from '#contract/replies/settings.ts';
import { LONGEST_WRITTEN_REPLY } from '#contract/replies/values.ts';
import { checkReply } from '#server/assistants/turns/check-rules.ts';
import type { ReviewFacts } from './prompt-rules.ts';
import { COMPENSATIONS, GIVING, SEXED } from './words.ts';

/** A part of a text that breaks a rule, and the rule in a word for the model. */
export type WordingFinding = { check: string; quote: string };

/**
 * Holds a text of the model against the rules of replies; empty: it may be sent.
 *
 * @param instructions ours, which nobody may read
 */
export function checkWording(
  text: string,
  facts: ReviewFacts,
  {
    settings,
    instructions,
  }: { settings: Pick<ReplyWidgetSettings, 'instruction' | 'signature'>; instructions: string },
): WordingFinding[] {
  const known = [facts.text, facts.clientName, facts.businessName, settings.instruction, settings.signature].join('\n');
  const found = [
    ...(text.length > LONGEST_WRITTEN_REPLY ? [{ check: 'too long', quote: text.slice(0, 40) }] : []),
    ...quotes('placeholder', text.match(/[{}<>[\]]+[^{}<>[\]]{0,20}/u)),
    ...sexedForms(text, facts),
    ...compensations(text, facts),
    ...numbers(text, known),
    ...names(text, known),
    ...checkReply(text, {
      known,
      fromContact: facts.text,
      doneTools: new Set(),
      ownVisits: [],
      instructions,
      toolNames: [],
      names: [],
      isClinic: false,
      language: facts.language,
    }),
  ];
  return found.filter(({ quote }, at) => found.findIndex((one) => one.quote === quote) === at);
}

const quotes = (check: string, match: RegExpMatchArray | null): WordingFinding[] =>
  match ? [{ check, quote: match[0].trim() }] : [];

/** Forms that show the sex of the writer or of the client. Words of the review itself may be repeated. */
function sexedForms(text: string, { language, text: review }: ReviewFacts): WordingFinding[] {
  return SEXED[language].flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .map(([quote]) => quote.trim())
      .filter((quote) => !(language === 'en' && hasWord(review, quote)))
      .map((quote) => ({ check: 'shows the sex', quote })),
  );
}

/** Compensations, in any language. One that the review speaks of may be named, and never promised. */
function compensations(text: string, { text: review }: ReviewFacts): WordingFinding[] {
  return sentencesOf(text).flatMap((sentence) =>
    (Object.keys(COMPENSATIONS) as Language[])
      .flatMap((language) => [...sentence.matchAll(COMPENSATIONS[language])])
      .map(([quote]) => quote.trim())
      .filter((quote) => GIVING.test(sentence) || !review.toLowerCase().includes(quote.toLowerCase().slice(0, 5)))
      .map((quote) => ({ check: 'compensation', quote })),
  );
}

function numbers(text: string, known: string): WordingFinding[] {
  const stated = new Set(known.match(/\d+/gu));
  return (text.match(/\d+/gu) ?? []).filter((one) => !stated.has(one)).map((quote) => ({ check: 'number', quote }));
}

/** Polite forms, and words that begin with a capital by rule. */
const CAPITALS = /^(?:вы|вас|вам|вами|ваш\p{Ll}*|ви|i|i'\p{L}+|i’\p{L}+|google|yandex|яндекс\p{Ll}*|2gis)$/iu;
/** Words that begin a reply, and address nobody. */
const OPENINGS =
  /^(?:спасибо|здравствуйте|благодарим|привет|жаль|конечно|увы|простите|извините|дякуємо|вітаємо|доброго|шкода|перепрошуємо|вибачте|thanks|hello|hi|sorry|unfortunately|olá|agradecemos|infelizmente|lamentamos|desculpe|sim|да|так|yes)$/iu;

/** Names that neither the review nor the owner has named: capitals inside a sentence, and an address at its beginning. */
function names(text: string, known: string): WordingFinding[] {
  const words = new Set((known.toLowerCase().match(/\p{L}+/gu) ?? []).map(stemOf));
  const inside = [...text.matchAll(/(?<=[^\s.!?…:«"“—–-]["»”)]?,?\s+)\p{Lu}[\p{L}'’]+/gu)].map(([word]) => word);
  const [, address = ''] = /^(\p{Lu}\p{Ll}+),\s+(?!что|що|как|як|если|якщо|that|que)\p{Ll}/u.exec(text) ?? [];
  return [...inside, ...(OPENINGS.test(address) ? [] : [address])]
    .filter((word) => word !== '' && !CAPITALS.test(word) && !words.has(stemOf(word.toLowerCase())))
    .map((quote) => ({ check: 'unknown name', quote }));
}

/** The beginning that forms of a word share. */
const stemOf = (word: string) => word.slice(0, Math.max(3, word.length - 2));

const hasWord = (text: string, word: string) =>
  ` ${text.toLowerCase().replaceAll(/[^\p{L}']+/gu, ' ')} `.includes(` ${word.toLowerCase()} `);

const sentencesOf = (text: string) => text.split(/(?<=[.!?…])\s+|\n+/u);
