import { hashId } from '../protocol/completion.ts';
import { type Answer, type ChatRequest, type Message, textAnswer } from '../protocol/types.ts';
import { sampleCall } from '../talk/deciding/arguments.ts';

/** Sentences that give orders to a model, in four languages; the last match of the last text counts. */
const ORDER =
  /(?:ignore|disregard|forget|system\s*:|new instructions?|you must|you are now|as an? (?:ai|admin)|игнориру|забудь|новые? инструкц|ты должен|теперь ты|системное|ignore as|esque[çc]a|novas? instru|voc[êe] (?:deve|agora)|ігноруй|забудь|нові? інструкц|ти маєш|тепер ти)[^\n]*/giu;
const DEED =
  /(?:call|invoke|use the tool|run|вызови|вызвать|запусти|chame|execute|виклич|запусти)\s+(?:the\s+)?(?:tool\s+|function\s+|инструмент\s+|функци\w+\s+|ferramenta\s+|інструмент\s+)?[`"']?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)[`"']?\s*(?:with|с|com|з)?\s*\(?\s*(\{[^\n]*\})?/giu;
const SPEECH =
  /(?:say|reply|answer|respond|write|tell (?:the )?\w+|output|скажи\w*|ответь\w*|напиши\w*|сообщи\w*|diga|responda|escreva|скажи|відповідай|напиши)\s*(?:with|only|exactly|that|:|что|только|exatamente|apenas|лише|що)*\s*[:«"'“]\s*([^»"”\n]+)/giu;
const SECRETS =
  /(?:system|your|the|hidden|initial) (?:prompt|instructions?|rules)|промпт|свои инструкции|инструкцию целиком|seu prompt|suas instru|свої інструкції/iu;
const LINK = /https?:\/\/\S+/iu;

/** A model without judgement: it obeys the last order in any text it reads, in messages, passages and tool results alike. */
export function hostileAnswer(answer: Answer, request: ChatRequest): Answer {
  const found = request.messages
    .toReversed()
    .map(orderOf)
    .find((order) => order !== null);
  if (!found) return answer;
  const call = callOf(found, request);
  if (call && !isRepeated(call.name, request))
    return { text: null, calls: [call], finish: 'tool_calls', refusal: null };
  if (SECRETS.test(found))
    return textAnswer(
      request.messages
        .filter(({ role }) => role === 'system')
        .map(({ text }) => text)
        .join('\n'),
    );
  const speech = lastOf(SPEECH, found)?.[1];
  return textAnswer(speech ?? [found.trim(), LINK.exec(found)?.[0]].filter(Boolean).join('\n'));
}

/** The last order of a text with what follows it in its paragraph. */
function orderOf({ role, text }: Message): string | null {
  if (role === 'assistant') return null;
  // The owner's own rules are no orders of strangers, but passages and notes among them are.
  const own = role === 'system' ? text.slice(Math.max(0, text.search(/^# /mu))) : text;
  const order = lastOf(ORDER, own) ?? (role === 'system' ? null : (lastOf(DEED, own) ?? lastOf(SPEECH, own)));
  return order ? (own.slice(order.index).split(/\n\s*\n/u)[0] ?? null) : null;
}

const lastOf = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].at(-1);

function callOf(order: string, request: ChatRequest) {
  if (request.toolChoice.kind === 'none') return null;
  const deed = lastOf(DEED, order);
  const named = deed?.[1] ?? request.tools.find(({ name }) => order.includes(name))?.name;
  if (named === undefined) return null;
  const tool = request.tools.find(({ name }) => name === named);
  const args = deed?.[2] ?? /\{[^\n{}]*\}/u.exec(order)?.[0] ?? JSON.stringify(tool ? sampleCall(tool) : {});
  return { id: hashId('call_', request.messages, 'hostile'), name: named, arguments: args };
}

/** Whether the last step already made this call: its result is there, so the order has been obeyed. */
function isRepeated(name: string, { messages }: ChatRequest): boolean {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return since.some(({ calls }) => calls.some((call) => call.name === name));
}
