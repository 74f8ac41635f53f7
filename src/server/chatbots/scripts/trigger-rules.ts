import type { ChatbotId, ChatbotPlace } from '#contract/chatbots/calls.ts';
import type { Script, ScriptTrigger, WorkWeek } from '#contract/chatbots/scripts.ts';
import { SCRIPT_TRIGGERS } from '#contract/chatbots/values.ts';
import { botsAt } from '#server/chatbots/storage/place-rules.ts';
import type { Question } from '#server/conversations/answering/port.ts';
import { type AnsweringMessage, quotedQuestion } from '#server/conversations/answering/rules.ts';
import { readVisitAnswer } from '#server/texts/content/answer-rules.ts';

/** A bot that answers by steps, as far as answers need it. */
export type ScriptBot = ChatbotPlace & Script & { id: ChatbotId; title: string };

/** The facts of a turn that may start a bot. */
export type StartFacts = {
  place: ChatbotPlace;
  messages: readonly AnsweringMessage[];
  /** Latest first. */
  questions: readonly Question[];
  /** The contact wrote nothing before. */
  isFirst: boolean;
  /** Whether a bot has to say that the message came outside its hours; it says so once. */
  isOutside(bot: ScriptBot, hours: WorkWeek): boolean;
};

export type Start = { bot: ScriptBot; trigger: ScriptTrigger };

/**
 * The bot that a turn starts: by a tap or a word before any message; of several, the most exact of the place, then the one
 * with the longest of the words.
 *
 * @param bots those that are on, the oldest first
 */
export function findStart(bots: readonly ScriptBot[], facts: StartFacts): Start | undefined {
  const inPlace = botsAt(bots, facts.place);
  for (const kind of SCRIPT_TRIGGERS) {
    const starts = inPlace.flatMap((bot) => startsOf(bot, kind, facts));
    const [first] = starts;
    const equal = starts.filter(({ bot }) => first && isSamePlace(bot, first.bot));
    const best = equal.toSorted((one, other) => other.length - one.length)[0];
    if (best) return { bot: best.bot, trigger: best.trigger };
  }
  return undefined;
}

export function isSamePlace(one: ChatbotPlace, other: ChatbotPlace): boolean {
  return one.branchId === other.branchId && one.channelId === other.channelId;
}

/** The triggers of a kind that fit, with the letters of the words that do. */
function startsOf(bot: ScriptBot, kind: ScriptTrigger['kind'], facts: StartFacts): (Start & { length: number })[] {
  return bot.triggers
    .filter((trigger) => trigger.kind === kind)
    .map((trigger) => ({ bot, trigger, length: fitOf(bot, trigger, facts) }))
    .filter(({ length }) => length > 0);
}

/** @returns 0 where the trigger does not fit */
function fitOf(bot: ScriptBot, trigger: ScriptTrigger, facts: StartFacts): number {
  switch (trigger.kind) {
    case 'words':
      return longestIn(trigger.words, (words) => facts.messages.some(({ text }) => hasWords(text ?? '', words)));
    case 'button':
      return longestIn(trigger.words, (words) => tappedTitles(facts).includes(foldWords(words)));
    case 'first_message':
      return Number(facts.isFirst);
    case 'outside_hours':
      return Number(facts.isOutside(bot, trigger.hours));
  }
}

function longestIn(phrases: readonly string[], fits: (phrase: string) => boolean): number {
  return Math.max(0, ...phrases.filter(fits).map((phrase) => foldWords(phrase).length));
}

/** The titles of the buttons that were tapped, or whose number was typed. Answers about visits are not of these bots. */
function tappedTitles({ messages, questions }: StartFacts): string[] {
  const question = quotedQuestion(messages, questions) ?? questions[0];
  return messages.flatMap(({ buttonId, text }) => {
    const isOther = buttonId !== null && readVisitAnswer(buttonId) !== null;
    if (buttonId !== null) return isOther || text === null ? [] : [foldWords(text)];
    const button = question && numberedButton(question, text);
    return button?.title && !readVisitAnswer(button.id) ? [foldWords(button.title)] : [];
  });
}

/** The button of a question whose number a text is. */
export function numberedButton({ buttons }: Question, text: string | null): Question['buttons'][number] | undefined {
  const number = /^\s*(\d{1,2})\s*[.)!]*\s*$/.exec(text ?? '')?.[1];
  return number === undefined ? undefined : buttons.find((button) => button.number === Number(number));
}

/** Whether a phrase stands in a text, as whole words. */
export function hasWords(text: string, phrase: string): boolean {
  const folded = foldWords(phrase);
  return folded !== '' && ` ${foldWords(text)} `.includes(` ${folded} `);
}

/** A text as it is compared: lower case, «е» for «ё», words and signs with one space between them. */
export function foldWords(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').trim();
  return (plain.match(/[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu) ?? [plain]).join(' ');
}

/** The names by which triggers of bots in one place must differ. */
export function triggerNames({ triggers }: Pick<Script, 'triggers'>): string[] {
  return triggers.flatMap((trigger) =>
    'words' in trigger ? trigger.words.map((words) => `${trigger.kind}:${foldWords(words)}`) : [trigger.kind],
  );
}
