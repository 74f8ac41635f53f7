import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { withoutFence, withUniqueCalls } from './answer-rules.ts';
import { callModel, mayCall, type ModelRequest } from './calling.ts';
import type { Candidate } from './offer-rules.ts';
import type { ModelContext, ModelTrouble } from './port.ts';
import { costOf, estimateTokens, readUsage } from './price-rules.ts';

type ChatLanguageModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type CallOptions = Parameters<ChatLanguageModel['doGenerate']>[0];
type Completion = Awaited<ReturnType<ChatLanguageModel['doGenerate']>>;

/** No model has answered. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly trouble: ModelTrouble;

  constructor(trouble: ModelTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

export type Failover = Pick<ModelRequest<Completion>, 'tenantId' | 'about' | 'breakers' | 'onCall'> & {
  /** In the order of failover. */
  candidates: readonly Candidate[];
  /** The end of the whole call, by `performance.now()`. */
  deadline: number;
  /** The caller's, and the end of the whole call. */
  signal: AbortSignal;
};

/** One model for the SDK: the first of several that answers. A model that failed is not called again by it. */
export function failoverModel(ctx: ModelContext, failover: Failover): ChatLanguageModel {
  const { tenantId, candidates, breakers, deadline, signal } = failover;
  const failed = new Set<Candidate>();
  return {
    specificationVersion: 'v4',
    provider: 'failover',
    modelId: 'failover',
    supportedUrls: {},
    async doGenerate(options) {
      let trouble: ModelTrouble = 'unavailable';
      const size = estimateTokens(JSON.stringify([options.prompt, options.tools])) + (options.maxOutputTokens ?? 0);
      for (const candidate of candidates) {
        if (failed.has(candidate) || size > candidate.model.contextTokens) continue;
        const { provider, model } = candidate;
        const timeoutMs = Math.min(ctx.config.ai.limits.stepMs, deadline - performance.now());
        if (timeoutMs <= 0) throw new NoAnswer('timeout');
        if (!(await mayCall(ctx, tenantId, { provider: provider.name, model: model.model, breakers }))) continue;
        const reply = await complete(ctx, failover, { candidate, options, timeoutMs });
        if (reply.failure === null) return reply.value;
        signal.throwIfAborted();
        if (reply.failure === 'refused') throw new NoAnswer('refused');
        trouble = reply.failure === 'timeout' ? 'timeout' : 'unavailable';
        failed.add(candidate);
      }
      throw new NoAnswer(trouble);
    },
    doStream() {
      throw new Error('models are called without streaming');
    },
  };
}

async function complete(
  ctx: ModelContext,
  { tenantId, breakers, about, onCall, signal }: Failover,
  { candidate, options, timeoutMs }: { candidate: Candidate; options: CallOptions; timeoutMs: number },
) {
  const { provider, model } = candidate;
  const chat = chatModel(candidate);
  const prepared = withSchemaInPrompt(candidate, options);
  const { body } = await chat.prepareRequest(prepared);
  return callModel<Completion>(ctx, {
    tenantId,
    provider,
    breakers,
    about,
    signal,
    timeoutMs,
    json: body,
    ...(onCall && { onCall }),
    model: model.model,
    path: '/chat/completions',
    async read(json) {
      const completion = await readCompletion(chat, json, prepared);
      if (!completion) return null;
      const { usage, isEstimated } = usageOf(completion, prepared);
      return { value: completion, usage, isEstimated, costMicroUsd: costOf(model, usage) };
    },
  });
}

function chatModel({ provider, model }: Candidate): OpenAICompatibleChatLanguageModel {
  return new OpenAICompatibleChatLanguageModel(model.model, {
    provider: provider.name,
    url: ({ path }) => `${provider.baseUrl}${path}`,
    supportsStructuredOutputs: model.takesSchema,
    transformRequestBody: ({ max_tokens: most, temperature, ...body }) => ({
      ...body,
      ...(model.takesTemperature && { temperature }),
      [model.limitParameter]: most,
    }),
  });
}

/** @returns null when it is no completion */
async function readCompletion(
  chat: OpenAICompatibleChatLanguageModel,
  json: unknown,
  { prompt, responseFormat }: CallOptions,
): Promise<Completion | null> {
  try {
    const completion = await chat.convertResponse({ body: json });
    const known = prompt.flatMap(({ role, content }) =>
      role === 'assistant' ? content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : [])) : [],
    );
    const content = withUniqueCalls(completion.content, known).map((part) =>
      part.type === 'text' && responseFormat?.type === 'json' ? { ...part, text: withoutFence(part.text) } : part,
    );
    return { ...completion, content };
  } catch {
    return null;
  }
}

/** A model that takes no schema finds it in its instructions. */
function withSchemaInPrompt({ model }: Candidate, options: CallOptions): CallOptions {
  const { responseFormat, prompt } = options;
  if (model.takesSchema || responseFormat?.type !== 'json' || !responseFormat.schema) return options;
  const content = `Answer with JSON alone that matches this schema: ${JSON.stringify(responseFormat.schema)}`;
  return { ...options, prompt: [{ role: 'system', content }, ...prompt] };
}

function usageOf({ usage, content }: Completion, { prompt, tools }: CallOptions) {
  const { inputTokens, outputTokens } = usage;
  return readUsage({ input: inputTokens.total, output: outputTokens.total, cached: inputTokens.cacheRead }, () => ({
    inputTokens: estimateTokens(JSON.stringify([prompt, tools])),
    outputTokens: estimateTokens(JSON.stringify(content)),
  }));
}
