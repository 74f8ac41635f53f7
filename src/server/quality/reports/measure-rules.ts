import type { SpokenLine } from '#contract/quality/talks.ts';

/** Measures of a chat that need no model; seconds. Null: there was no such moment, or the times are not known. */
export type TalkMeasures = {
  firstAnswer: number | null;
  longestWait: number | null;
  /** The client's last message has no answer, and is more than thanks or a goodbye. */
  isUnanswered: boolean;
};

type Line = Pick<SpokenLine, 'side' | 'at' | 'text'>;

/** Words of a message that ends a talk and waits for no answer. */
const CLOSING = new Set(
  [
    'спасибо большое огромное благодарю ок окей хорошо ладно поняла понял понятно отлично супер класс да до свидания встречи завтра вам и очень',
    'договорились хорошего дня взаимно всего доброго пожалуйста',
    'дякую дуже добре гаразд зрозуміла зрозумів зрозуміло чудово домовились домовилися побачення зустрічі гарного вам і',
    'thanks thank you very much a lot ok okay great perfect good bye goodbye got it see sure fine have nice day so too',
    'obrigado obrigada muito valeu beleza combinado tchau até logo amanhã perfeito ótimo certo tá bom bem entendi',
  ].flatMap((words) => words.split(' ')),
);

/** A short message of thanks, consent or goodbye. */
function isClosing(text: string): boolean {
  if (text.includes('?')) return false;
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => CLOSING.has(word));
}

/** Measures the times for which a client waited for an answer: from the first message of a burst to the answer. */
export function measureTalk(lines: readonly Line[]): TalkMeasures {
  const waits: number[] = [];
  let waiting: Line | null = null;
  let isAnswered = false;
  for (const line of lines) {
    if (line.side === 'client' && !(waiting === null && isAnswered && isClosing(line.text))) waiting ??= line;
    if (line.side !== 'employee' && line.side !== 'bot') continue;
    const wait = waiting && secondsBetween(waiting, line);
    if (wait !== null && wait >= 0) waits.push(wait);
    waiting = null;
    isAnswered = true;
  }
  return {
    firstAnswer: waits[0] ?? null,
    longestWait: waits.length > 0 ? Math.max(...waits) : null,
    isUnanswered: waiting !== null,
  };
}

function secondsBetween(earlier: Line, later: Line): number | null {
  if (earlier.at === null || later.at === null) return null;
  return Temporal.Instant.from(earlier.at).until(Temporal.Instant.from(later.at)).total('seconds');
}
