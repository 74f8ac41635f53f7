import {
  generateText,
  isStepCount,
  type ModelMessage,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
  type StepResult,
  type ToolSet,
} from 'ai';
import { withTenant } from '#server/platform/database/db.ts';
import { getTenant } from '#server/tenants/actions.ts';
import { type Ending, troubleOf } from './answer-rules.ts';
import { type Breaker, listBreakers } from './breaker-queries.ts';
import { failoverModel, NoAnswer } from './failover.ts';
import { type Candidate, candidatesFor } from './offer-rules.ts';
import type { GenerateInput, GenerateResult, GeneratedStep, ModelContext, ModelTrouble, ToolUse } from './port.ts';
import { addUsage, estimateTokens, mostCost } from './price-rules.ts';
import { type Reservation, spend } from './spending.ts';
import { guardTools } from './tool-guard.ts';

// NOTE: a process: it calls models between short transactions.

const OUTPUT_TOKENS = 1_000;

globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Lets a model answer, with tools if there are any, within 60 s and 8 steps. What happened is in the result, also of a
 * failure; money is booked and each call recorded before it returns.
 *
 * @throws on a defect of the caller, e.g. a `system` message, and when the database is away
 */
export async function generate<Answer = never>(
  ctx: ModelContext,
  input: GenerateInput<Answer>,
): Promise<GenerateResult<Answer>> {
  const { tenantId, model, maxOutputTokens = OUTPUT_TOKENS } = input;
  const spent = nothingSpent();
  const { candidates, breakers } = await withTenant(ctx, tenantId, async (scope) => ({
    candidates: candidatesFor(ctx.config.ai, (await getTenant(scope)).brand, model),
    breakers: await listBreakers(scope),
  }));
  if (candidates.length === 0) return { isOk: false, trouble: 'no_model', ...spent };

  const models = candidates.map((one) => one.model);
  const inputTokens = tokensOf(input, input.messages);
  // A usual answer: two steps, the second with the results of tools.
  const amount = mostCost(models, 2 * inputTokens + 2 * maxOutputTokens, 2 * maxOutputTokens);
  const { totalMs } = ctx.config.ai.limits;
  const done = await spend(
    ctx,
    { tenantId, amount: input.reserve ? amount : 0, lastsMs: totalMs, signal: input.signal },
    (reservation) => run(ctx, { input, candidates, breakers, spent, reservation, reserved: amount, maxOutputTokens }),
  );
  return done?.result ?? { isOk: false, trouble: 'balance', ...spent };
}

/** Filled while the call goes on. */
type Spent = ReturnType<typeof nothingSpent>;

function nothingSpent() {
  return {
    text: '',
    steps: [] as GeneratedStep[],
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    costMicroUsd: 0,
    model: null as string | null,
    callIds: [] as string[],
  };
}

type Run<Answer> = {
  input: GenerateInput<Answer>;
  candidates: readonly Candidate[];
  breakers: readonly Breaker[];
  spent: Spent;
  reservation: Reservation;
  reserved: number;
  maxOutputTokens: number;
};

async function run<Answer>(ctx: ModelContext, call: Run<Answer>): Promise<GenerateResult<Answer>> {
  const { input, candidates, breakers, spent, reservation, maxOutputTokens } = call;
  const { limits } = ctx.config.ai;
  const deadline = performance.now() + limits.totalMs;
  const timedOut = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([input.signal, timedOut]);
  const { guarded, running } = guardTools(input.tools ?? {}, ctx.log);
  let { reserved } = call;
  let isLast = false;
  const fail = (trouble: ModelTrouble): GenerateResult<Answer> => {
    if (running.length > 0) spent.steps.push({ text: '', tools: running.splice(0) });
    return { isOk: false, trouble, ...spent };
  };
  if (signal.aborted) return fail('aborted');
  try {
    const result = await generateText<ToolSet, Record<string, never>, ReturnType<typeof outputOf<Answer>>>({
      model: failoverModel(ctx, {
        tenantId: input.tenantId,
        about: { purpose: input.purpose, key: input.key, reservationId: reservation.id },
        candidates,
        breakers,
        deadline,
        signal,
        onCall: (one) => {
          spent.callIds.push(one.id);
          spent.usage = addUsage(spent.usage, one.usage);
          spent.costMicroUsd += one.costMicroUsd;
          if (one.outcome === 'answered') spent.model = `${one.provider}/${one.model}`;
        },
      }),
      instructions: input.instructions,
      messages: input.messages,
      ...(input.tools && { tools: guarded }),
      stopWhen: [isStepCount(limits.steps), ...(input.stopWhen ?? [])],
      prepareStep: async ({ stepNumber, messages }) => {
        isLast ||= stepNumber === limits.steps - 1 || !(await mayContinue(stepNumber, messages));
        return isLast ? { activeTools: [] } : {};
      },
      onStepEnd: (step) => {
        running.length = 0;
        spent.steps.push({ text: step.text, tools: usesOf(step) });
      },
      output: outputOf(input.output),
      ...(input.temperature !== undefined && { temperature: input.temperature }),
      ...(input.seed !== undefined && { seed: input.seed }),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
      timeout: { toolMs: limits.toolMs },
    });
    const last = result.finalStep;
    spent.text = last.text;
    const ending: Ending = {
      finishReason: last.finishReason,
      text: last.text,
      hasToolResults: last.toolResults.length > 0,
      isLast,
    };
    const trouble = troubleOf(ending);
    if (trouble) return fail(trouble);
    return { isOk: true, output: input.output ? (result.output as Answer) : null, ...spent };
  } catch (error) {
    if (input.signal.aborted) return fail('aborted');
    if (timedOut.aborted) return fail('timeout');
    if (error instanceof NoAnswer) return fail(error.trouble);
    if (NoObjectGeneratedError.isInstance(error)) {
      spent.text = error.text ?? '';
      if (error.finishReason === 'content-filter') return fail('refused');
    }
    if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) return fail('nonsense');
    throw error;
  }

  /** A step that could not be paid, or would be cut by the end of time, is the last: it has no tools. */
  async function mayContinue(stepNumber: number, messages: ModelMessage[]): Promise<boolean> {
    if (stepNumber === 0) return true;
    if (deadline - performance.now() < limits.stepMs) return false;
    if (reservation.id === null) return true;
    const inputTokens = tokensOf(input, messages);
    const models = candidates.map(({ model }) => model);
    const missing = spent.costMicroUsd + 2 * mostCost(models, inputTokens, maxOutputTokens) - reserved;
    if (missing <= 0) return true;
    if (!(await reservation.extend(missing))) return false;
    reserved += Math.ceil(missing);
    return true;
  }
}

const TOKENS_PER_TOOL = 150;

function tokensOf(
  { instructions, tools = {} }: Pick<GenerateInput, 'instructions' | 'tools'>,
  messages: unknown,
): number {
  const described = Object.values(tools).map(({ description }) => description);
  return estimateTokens(JSON.stringify([instructions, messages, described])) + TOKENS_PER_TOOL * described.length;
}

function outputOf<Answer>(output: GenerateInput<Answer>['output']) {
  return output ? Output.object({ name: output.name, schema: output.schema }) : Output.text();
}

/** The calls of tools of a step that has ended. */
function usesOf({ content }: StepResult<ToolSet>): ToolUse[] {
  const ended = new Map(
    content.flatMap((part) =>
      part.type === 'tool-result' || part.type === 'tool-error' ? [[part.toolCallId, part]] : [],
    ),
  );
  return content.flatMap((part) => {
    if (part.type !== 'tool-call') return [];
    const { toolCallId: callId, toolName: tool, input } = part;
    const end = ended.get(callId);
    const error = end?.type === 'tool-error' ? messageOf(end.error) : null;
    return [{ callId, tool, arguments: input, result: end?.type === 'tool-result' ? end.output : null, error }];
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
