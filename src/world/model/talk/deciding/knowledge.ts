import { isTopic } from '../../lexicon/concepts.ts';
import { RELEVANCE_FLOOR, relevanceOf } from '../../lexicon/relevance.ts';
import { sentencesOf } from '../../lexicon/words.ts';
import { languageOf } from '../reading/language.ts';
import type { Talk } from '../reading/talk.ts';
import type { Understanding } from '../understanding/understand.ts';
import { phrase } from '../wording/phrases.ts';

/** A longer answer is cut to the sentences that matter. */
const LONG_PASSAGE = 260;
const MAX_SENTENCES = 2;

export type KnowledgeAnswer = { pieces: string[]; isAboutTopic: boolean };

/** The answer of the prompt's passages to a question, in their own words; null where none fits. */
export function answerFromKnowledge(talk: Talk, message: Understanding): KnowledgeAnswer | null {
  const scored = talk.passages.map((passage) => ({
    passage,
    score: relevanceOf(message.text, `${passage.source} ${passage.text}`),
  }));
  const best = scored.reduce<(typeof scored)[number] | null>(
    (top, one) => (top === null || one.score > top.score ? one : top),
    null,
  );
  if (!best || best.score < RELEVANCE_FLOOR) return null;
  const text = essence(message.text, best.passage.text);
  if (text === '') return null;
  const language = languageOf(text);
  return {
    pieces: [language === null || language === talk.language ? text : phrase(talk, 'quoted', { text })],
    isAboutTopic: message.concepts.some(isTopic),
  };
}

/** The sentences of a passage that answer; a question at its beginning is left out. */
function essence(question: string, passage: string): string {
  const answer = passage
    .replace(/^(?:Q|В|Вопрос|Pergunta|Питання)\s*:\s*/iu, '')
    .replace(/^[^\n?]{0,200}\?\s*(?:(?:A|О|Ответ|Resposta|Відповідь)\s*:)?\s*/u, '')
    .trim();
  const plain = answer.replaceAll(/\s*\n\s*/gu, ' ');
  if (plain.length <= LONG_PASSAGE) return plain;
  const sentences = sentencesOf(answer);
  const best = sentences
    .map((sentence) => relevanceOf(question, sentence))
    .reduce((top, score, index, scores) => (score > (scores[top] ?? 0) ? index : top), 0);
  return sentences.slice(best, best + MAX_SENTENCES).join(' ');
}
