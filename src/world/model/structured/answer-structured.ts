import type { Answer, ChatRequest } from '../protocol/types.ts';
import { textAnswer } from '../protocol/types.ts';
import { answerTalk } from '../talk/answer-talk.ts';
import { judgeChecklist } from './checklist/judging.ts';
import { readChecklist } from './checklist/reading.ts';
import { summarizeReport } from './checklist/report-summary.ts';
import { fillSchema } from './fill.ts';
import { playClient } from './playing-client.ts';
import { reviewReply } from './reviews.ts';
import { summarize } from './summaries.ts';
import { readTask } from './task.ts';

/** Answers with JSON by the requested schema; tools go first where a talk needs them. */
export function answerStructured(request: ChatRequest): Answer {
  const talk = request.tools.length > 0 ? answerTalk(request) : null;
  if (talk && talk.calls.length > 0) return talk;
  if (request.output.kind !== 'schema')
    return textAnswer(JSON.stringify({ answer: (talk ?? answerTalk(request)).text }));
  const checklist = readChecklist(request);
  if (checklist) return textAnswer(JSON.stringify({ verdicts: judgeChecklist(checklist) }));
  const task = readTask(request);
  return textAnswer(JSON.stringify(fillSchema(request.output.schema, { task, name: request.output.name, item: null })));
}

/** The text of a request that is no talk of a client with a business; null for a talk. */
export function answerTask(request: ChatRequest): Answer | null {
  const isTalk = request.messages.some(({ text }) => /^# (?:Now|Client|Business)\b/mu.test(text));
  if (isTalk || request.tools.length > 0) return null;
  const task = readTask(request);
  const report = summarizeReport(task);
  if (report !== null) return textAnswer(report);
  if (task.kind === 'client') return textAnswer(playClient(request));
  if (task.kind === 'review') return textAnswer(reviewReply(task));
  return task.kind === 'summary' ? textAnswer(summarize(task)) : null;
}
