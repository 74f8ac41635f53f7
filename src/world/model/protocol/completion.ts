import { hash } from 'node:crypto';
import { toTokens } from './tokens.ts';
import type { Answer, ChatRequest, Usage } from './types.ts';

/** The values that all parts of one answer repeat. */
export type Envelope = { id: string; created: number; model: string; usage: Usage | null };

/** An id of letters and digits made from texts: the same request has the same ids. */
export const hashId = (prefix: string, ...parts: readonly unknown[]): string =>
  `${prefix}${hash('sha256', JSON.stringify(parts), 'base64url').replaceAll(/[-_]/g, 'x').slice(0, 24)}`;

export const envelopeOf = (request: ChatRequest, usage: Usage | null, now: number): Envelope => ({
  id: hashId('chatcmpl-', request),
  created: Math.floor(now / 1000),
  model: request.model,
  usage,
});

/** The JSON of a whole answer. */
export function toCompletion({ id, created, model, usage }: Envelope, { text, calls, finish, refusal }: Answer) {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text,
          refusal,
          ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }),
        },
        logprobs: null,
        finish_reason: finish,
      },
    ],
    ...(usage && { usage: toUsage(usage) }),
    system_fingerprint: 'fp_simulated',
  };
}

const toToolCall = ({ id, name, arguments: args }: Answer['calls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

export const toUsage = ({ promptTokens, completionTokens }: Usage) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
});

/** The chunks of a streamed answer, in order; the last is the usage when it was requested. */
export function toChunks(envelope: Envelope, answer: Answer, hasUsage: boolean): object[] {
  const { id, created, model, usage } = envelope;
  const chunk = (choices: object[], extra: object = {}) => ({
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    system_fingerprint: 'fp_simulated',
    choices,
    ...extra,
  });
  const part = (delta: object, finish: string | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }], hasUsage ? { usage: null } : {});
  return [
    part({ role: 'assistant', content: answer.calls.length > 0 && answer.text === null ? null : '' }),
    ...toDeltas(answer).map((delta) => part(delta)),
    part({}, answer.finish),
    ...(hasUsage && usage ? [chunk([], { usage: toUsage(usage) })] : []),
  ];
}

const TOKENS_PER_CHUNK = 2;

function toDeltas({ text, refusal, calls }: Answer): object[] {
  const contents = pieces(text ?? '').map((content) => ({ content }));
  const refusals = pieces(refusal ?? '').map((piece) => ({ refusal: piece }));
  const ofCalls = calls.flatMap(({ id, name, arguments: args }, index) => [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...pieces(args).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  return [...contents, ...refusals, ...ofCalls];
}

function pieces(text: string): string[] {
  const tokens = toTokens(text);
  const made: string[] = [];
  for (let at = 0; at < tokens.length; at += TOKENS_PER_CHUNK)
    made.push(tokens.slice(at, at + TOKENS_PER_CHUNK).join(''));
  return made;
}
