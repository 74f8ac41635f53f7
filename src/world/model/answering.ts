import { spoilAnswer } from './faults/answer-faults.ts';
import { limitAnswer } from './protocol/limits.ts';
import type { Answer, ChatRequest } from './protocol/types.ts';
import { answerByFixture, takeFixture } from './scripted/fixtures.ts';
import type { ModelState } from './state.ts';
import { answerStructured, answerTask } from './structured/answer-structured.ts';
import { answerTalk } from './talk/answer-talk.ts';

/** @property mode `fixture 3`, `json`, `task` or `talk` */
export type MadeAnswer = { answer: Answer; mode: string };

/** The model's answer: by a fixture, else by rules; then as faults and limits change it. */
export function makeAnswer(state: ModelState, request: ChatRequest, fault: string | undefined): MadeAnswer {
  const { answer, mode } = wholeAnswer(state, request);
  return { answer: limitAnswer(spoilAnswer(answer, fault, request), request), mode };
}

function wholeAnswer(state: ModelState, request: ChatRequest): MadeAnswer {
  const fixture = takeFixture(state, request);
  if (fixture) return { answer: answerByFixture(fixture, request), mode: `fixture ${fixture.id}` };
  if (request.output.kind !== 'text') return { answer: answerStructured(request), mode: 'json' };
  const task = answerTask(request);
  return task ? { answer: task, mode: 'task' } : { answer: answerTalk(request), mode: 'talk' };
}
