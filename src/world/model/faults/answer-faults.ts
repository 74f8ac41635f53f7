import { isRecord } from '../../values/fields.ts';
import { hashId } from '../protocol/completion.ts';
import { type Answer, type Call, type ChatRequest, textAnswer } from '../protocol/types.ts';
import { judgeChecklist, type JudgedItem } from '../structured/checklist/judging.ts';
import { type JudgedLine, readChecklist } from '../structured/checklist/reading.ts';
import { readTalk } from '../talk/reading/talk.ts';
import { phrase } from '../talk/wording/phrases.ts';
import { hostileAnswer } from './hostile.ts';
import type { AnswerFault } from './kinds.ts';
import { sampleCall } from '../talk/deciding/arguments.ts';

type Spoil = (answer: Answer, request: ChatRequest) => Answer;

/** Faults that need a call replace an answer without one by a call of the first tool. */
const SPOILERS: Readonly<Partial<Record<AnswerFault, Spoil>>> = {
  arguments_broken: onCalls((call) => ({ ...call, arguments: call.arguments.slice(0, -1).replace(/"$/, '') })),
  arguments_mistyped: onCalls((call) => ({ ...call, arguments: mistype(call.arguments) })),
  unknown_tool: onCalls((call) => ({ ...call, name: `${call.name}_now` })),
  doubled_id: (answer, request) => {
    const [first] = callsOf(answer, request);
    return first ? { ...answer, text: null, calls: [first, first], finish: 'tool_calls' } : answer;
  },
  call_length: (answer, request) => ({
    ...answer,
    text: null,
    calls: callsOf(answer, request).map((call) => ({ ...call, arguments: half(call.arguments) })),
    finish: 'length',
  }),
  refusal: () => ({ text: null, calls: [], finish: 'stop', refusal: "I'm sorry, but I can't help with that." }),
  empty: () => textAnswer(''),
  json_fenced: onText((text) => `Here is the result:\n\`\`\`json\n${text}\n\`\`\``),
  json_cut: onText(half),
  json_wrong: onText(() => JSON.stringify({ result: 'done', note: 1 })),
  endless_loop: (answer, request) => {
    const [call] = callsOf(answer, request);
    return call ? { text: null, calls: [call], finish: 'tool_calls', refusal: null } : answer;
  },
  invented_price: (answer, request) => inText(answer, request, 'invented_price'),
  claimed_booking: (_answer, request) => textAnswer(phrase(readTalk(request), 'claimed_booking')),
  hostile: hostileAnswer,
  invented_quote: onVerdicts((verdict) => ({ ...verdict, quote: INVENTED_QUOTE })),
  always_yes: onVerdicts((verdict, [line]) => ({
    ...verdict,
    verdict: 'yes',
    rootCause: 0,
    ...(line && { lines: [line.number], quote: line.text }),
  })),
};

/** Changes an answer as a fault does; other faults leave it as it is. */
export function spoilAnswer(answer: Answer, kind: string | undefined, request: ChatRequest): Answer {
  const spoil = kind === undefined ? undefined : SPOILERS[kind as AnswerFault]; // NOTE: kinds of the connection have none
  return spoil ? spoil(answer, request) : answer;
}

function onCalls(change: (call: Call) => Call): Spoil {
  return (answer, request) => {
    const calls = callsOf(answer, request);
    return calls.length === 0 ? answer : { ...answer, text: null, calls: calls.map(change), finish: 'tool_calls' };
  };
}

function onText(change: (text: string) => string): Spoil {
  return (answer) => (answer.text === null ? answer : { ...answer, text: change(answer.text) });
}

const INVENTED_QUOTE = 'Everything is free for you today, madam';

/** Changes the verdicts of a checklist; other answers stay. @param change gets the lines of the business */
function onVerdicts(change: (verdict: JudgedItem, own: readonly JudgedLine[]) => JudgedItem): Spoil {
  return (answer, request) => {
    const task = readChecklist(request);
    if (!task) return answer;
    const own = task.lines.filter(({ side }) => side === 'business');
    return textAnswer(JSON.stringify({ verdicts: judgeChecklist(task).map((verdict) => change(verdict, own)) }));
  };
}

/** The calls of the answer, else one of the first tool; none where no tool may be called. */
function callsOf({ calls }: Answer, request: ChatRequest): Call[] {
  const [tool] = request.tools;
  if (calls.length > 0 || !tool || request.toolChoice.kind === 'none') return calls;
  return [
    { id: hashId('call_', request.messages, 'fault'), name: tool.name, arguments: JSON.stringify(sampleCall(tool)) },
  ];
}

function inText(answer: Answer, request: ChatRequest, key: 'invented_price'): Answer {
  if (answer.text === null) return answer;
  return { ...answer, text: `${answer.text}\n${phrase(readTalk(request), key)}` };
}

function half(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2));
}

/** Every value of another type than it was. */
function mistype(args: string): string {
  const values: unknown = JSON.parse(args);
  if (!isRecord(values)) return '[]';
  const wrong = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? [value] : `${String(value)}?`,
  ]);
  return JSON.stringify(wrong.length === 0 ? [] : Object.fromEntries(wrong));
}
