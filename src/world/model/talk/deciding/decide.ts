import { isService } from '../../lexicon/concepts.ts';
import type { Talk } from '../reading/talk.ts';
import { answerShop } from '../shop/shopping.ts';
import { type Intent, type Understanding, understand } from '../understanding/understand.ts';
import { type PhraseKey, phrase } from '../wording/phrases.ts';
import { answerBooking } from './booking.ts';
import { handOver } from './handing-over.ts';
import { answerInfo } from './info.ts';
import { answerFromKnowledge } from './knowledge.ts';
import { answerByOtherTool } from './other-tools.ts';
import { answerCancelling, answerMoving } from './own-visits.ts';
import { type State, readState } from './state.ts';

/**
 * The answer to the newest messages of a talk, line by line.
 *
 * @throws {MissingResult} when a tool has to be called first
 */
export function decide(talk: Talk): string[] {
  if (talk.burst.length === 0) return [phrase(talk, 'follow_up')];
  const message = understand(talk.burst.join('\n'), talk.now);
  const state = readState(talk, message);
  const urgent = answerUrgent(talk, state, message);
  if (urgent) return urgent;

  const hello =
    message.intents.has('greeting') && talk.lines.every(({ role }) => role !== 'assistant')
      ? [phrase(talk, 'hello')]
      : [];
  const shop = answerShop(talk, message);
  if (shop) return [...hello, ...shop];
  const info = answerInfo(talk, state, message);
  const flow = isStep(state, message, info.length > 0) ? answerFlow(talk, state, message) : [];
  const pieces = [...hello, ...info, ...flow];
  if (info.length + flow.length > 0) return pieces;
  return [...hello, ...answerOther(talk, state, message, hello.length > 0)];
}

/** Answers that come before all else: to calls for a person, to anger, to orders to the model. */
function answerUrgent(talk: Talk, { question, flow }: State, message: Understanding): string[] | null {
  const { intents, isYes, isQuestion } = message;
  if (intents.has('injection')) return [phrase(talk, 'off_topic')];
  if (intents.has('bot') && isQuestion) return [phrase(talk, 'bot')];
  if (intents.has('anger')) return handOver(talk, 'reason_complaint');
  if (intents.has('person') && !/\p{N}|скольк|двух|трех|трёх|двоих/u.test(message.text))
    return handOver(talk, 'reason_person');
  if (isYes && question.has('unknown') && flow === null && !intents.has('bye')) return handOver(talk, 'reason_person');
  if (intents.has('medical')) return [phrase(talk, 'medical')];
  if (intents.has('stop') && [...question].some((key) => key.startsWith('confirm') || key.startsWith('choose')))
    return [phrase(talk, 'kept')];
  return null;
}

const STEP_INTENTS: readonly Intent[] = ['book', 'cancel', 'move', 'free_times', 'any', 'other_time'];

/** Whether the newest messages carry a booking, a move or a cancellation on. */
function isStep(state: State, message: Understanding, isInfo: boolean): boolean {
  if (state.flow === null) return false;
  if (message.intents.has('visits') && !message.intents.has('cancel') && !message.intents.has('move')) return false;
  const isPending = [...state.question].some((key) => key.startsWith('confirm'));
  if ((message.intents.has('thanks') || message.intents.has('bye')) && !state.isTimeNew && !isPending) return false;
  if (STEP_INTENTS.some((intent) => message.intents.has(intent))) return true;
  if (isInfo) return state.isTimeNew && message.when.time !== null;
  const isAnswer =
    message.isYes || message.isNo || message.ordinal !== null || message.name !== null || message.phone !== null;
  if (state.isTimeNew || isAnswer || message.concepts.some(isService)) return true;
  return !message.isQuestion && !isSmallTalk(message);
}

function answerFlow(talk: Talk, state: State, message: Understanding): string[] {
  if (state.flow === 'cancel') return answerCancelling(talk, state, message);
  if (state.flow === 'move') return answerMoving(talk, state, message);
  return answerBooking(talk, state, message);
}

const SMALL_TALK: readonly (readonly [Intent, PhraseKey])[] = [
  ['off_topic', 'off_topic'],
  ['bot', 'bot'],
  ['thanks', 'thanks'],
  ['bye', 'bye'],
  ['how_are_you', 'how_are_you'],
];

const isSmallTalk = ({ intents }: Understanding) =>
  SMALL_TALK.some(([intent]) => intents.has(intent)) || intents.has('greeting');

/** Below so many words a message is no question. */
const SHORTEST_QUESTION = 3;

function answerOther(talk: Talk, state: State, message: Understanding, isGreeted: boolean): string[] {
  const passage = answerFromKnowledge(talk, message);
  if (passage) return passage.pieces;
  const byTool = answerByOtherTool(talk, state, message);
  if (byTool) return byTool;
  const small = SMALL_TALK.filter(([intent]) => message.intents.has(intent)).map(([, key]) => phrase(talk, key));
  if (small.length > 0) return small;
  if (message.isNo && ['confirm_cancel', 'offer_book', 'unknown', 'medical'].some((key) => state.question.has(key)))
    return [phrase(talk, state.question.has('confirm_cancel') ? 'kept' : 'anything_else')];
  if (message.concepts.some(isService)) return answerBooking(talk, state, message);
  if (isGreeted || message.intents.has('greeting')) return [phrase(talk, 'how_to_help')];
  if (message.isYes || message.isNo) return [phrase(talk, 'how_to_help')];
  const isQuestion = message.isQuestion || message.words.length >= SHORTEST_QUESTION;
  if (!isQuestion) return [phrase(talk, 'not_understood')];
  if (state.question.has('unknown')) return handOver(talk, 'reason_unknown');
  return [phrase(talk, talk.tools.some(({ name }) => name === 'hand_over') ? 'unknown' : 'unknown_alone')];
}
