import { type Answer, type ChatRequest, textAnswer } from '../protocol/types.ts';
import { sampleCall } from './deciding/arguments.ts';
import { decide } from './deciding/decide.ts';
import { MissingResult, toCall } from './deciding/needs.ts';
import { readTalk, type Talk } from './reading/talk.ts';

/** Answers a talk with a text or with the next call. */
export function answerTalk(request: ChatRequest): Answer {
  const talk = readTalk(request);
  const answer = nextStep(talk);
  const { toolChoice } = request;
  const isObeyed = toolChoice.kind === 'tool' ? answer.calls[0]?.name === toolChoice.name : answer.calls.length > 0;
  if (isObeyed || toolChoice.kind === 'auto' || toolChoice.kind === 'none') return answer;
  const tool = toolChoice.kind === 'tool' ? talk.tools.find(({ name }) => name === toolChoice.name) : talk.tools[0];
  return tool ? calling(toCall(talk, tool.name, sampleCall(tool))) : answer;
}

function nextStep(talk: Talk): Answer {
  try {
    return textAnswer(decide(talk).join('\n'));
  } catch (error) {
    if (error instanceof MissingResult) return calling(error.call);
    throw error;
  }
}

const calling = (call: Answer['calls'][number]): Answer => ({
  text: null,
  calls: [call],
  finish: 'tool_calls',
  refusal: null,
});
