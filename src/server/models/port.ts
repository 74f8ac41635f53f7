import type { ModelMessage, StopCondition, ToolSet } from 'ai';
import type { z } from 'zod';
import type { ModelChoice, ModelPurpose } from '#contract/models/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';

/** The context of a call of a model, which is a process: it opens short transactions around calls to the outside. */
export type ModelContext = Pick<Context, 'db' | 'http' | 'config' | 'log' | 'clock'>;

export type GenerateInput<Output = never> = {
  tenantId: TenantId;
  model: ModelChoice;
  purpose: ModelPurpose;
  /** The subject of the call: a turn, a case. Several calls may share it; at most 200 characters. */
  key: string;
  instructions: string;
  /** Never a `system` message: `instructions` are the only ones. */
  messages: ModelMessage[];
  /**
   * A tool that throws or takes longer than 8 s gives the model `{ ok: false, reason: 'failed' | 'timeout', next }`;
   * its signal is aborted then, but it may have had its effect.
   */
  tools?: ToolSet;
  /** Ends the loop beside the limit of 8 steps, in the last of which the model has no tools. */
  stopWhen?: StopCondition<ToolSet>[];
  temperature?: number;
  /** Calls that are alike but for it may be answered otherwise. */
  seed?: number;
  /** The limit of one step; 1000 when left out. */
  maxOutputTokens?: number;
  /** The answer as JSON; optional properties are `.nullable()`, because providers require all of them. */
  output?: { name: string; schema: z.ZodType<Output> };
  signal: AbortSignal;
  /** Reserves money of the tenant's AI balance and books the cost. False: the call is recorded, and the operator pays. */
  reserve: boolean;
};

/** A tool as the model called it. A call with wrong arguments or of an unknown tool has `error` and had no effect. */
export type ToolUse = {
  callId: string;
  tool: string;
  arguments: unknown;
  result: unknown;
  error: string | null;
};

export type GeneratedStep = { text: string; tools: ToolUse[] };

/** `inputTokens` include `cachedTokens`. */
export type TokenUsage = { inputTokens: number; outputTokens: number; cachedTokens: number };

/**
 * - `no_model`: the brand offers no model of this choice.
 * - `balance`: the tenant's AI balance is used up.
 * - `timeout`: the time of the whole call was over.
 * - `aborted`: the caller's signal.
 * - `refused`: the model declined to answer.
 * - `nonsense`: the answer is empty, cut at its limit, or does not fit the schema; `text` has what there was.
 * - `unavailable`: no model could be reached, or each refused the call.
 */
export type ModelTrouble = 'no_model' | 'balance' | 'timeout' | 'aborted' | 'refused' | 'nonsense' | 'unavailable';

/** Everything up to the end, also of a call that failed: tools may have had effects. */
type Spent = {
  text: string;
  steps: GeneratedStep[];
  usage: TokenUsage;
  /** Millionths of a US dollar. */
  costMicroUsd: number;
  /** `provider/model` of the last answer; null when there was none. */
  model: string | null;
  /** Rows of `model_calls`. */
  callIds: string[];
};

export type GenerateResult<Output = never> =
  | (Spent & { isOk: true; output: Output | null })
  | (Spent & { isOk: false; trouble: ModelTrouble });

/**
 * `embedding-actions.ts`. One vector per value, in their order; null: no provider of embeddings, no balance, or it could not
 * be reached. Vectors of different models cannot be compared: `embeddingModel` of `reads.ts` names the current one.
 */
export type Embed = (
  ctx: ModelContext,
  input: { tenantId: TenantId; key: string; values: string[]; signal?: AbortSignal },
) => Promise<number[][] | null>;

/** `transcribing-actions.ts`. Null: no provider of transcriptions, no balance, or it could not be reached. */
export type Transcribe = (
  ctx: ModelContext,
  input: {
    tenantId: TenantId;
    key: string;
    bytes: Uint8Array;
    mediaType: string;
    /** ISO 639-1; null: the provider recognises it. */
    language: string | null;
    signal?: AbortSignal;
  },
) => Promise<{ text: string } | null>;

/** Words between two seconds of a recording. */
export type SpokenSegment = {
  start: number;
  end: number;
  text: string;
  /** As the provider names it, for this recording alone; null: it does not separate speakers. */
  speaker: string | null;
};

/**
 * `segment-actions.ts`. A recording with the times of its words. Times are as the provider states them: they may lie
 * beyond the end, and words may be invented where nobody speaks.
 */
export type TranscribeSegments = (
  ctx: ModelContext,
  input: {
    tenantId: TenantId;
    key: string;
    bytes: Uint8Array;
    mediaType: string;
    /** The length of the recording, by which it is paid. */
    seconds: number;
    language: string | null;
    signal?: AbortSignal;
  },
) => Promise<
  | { isOk: true; segments: SpokenSegment[]; language: string | null }
  | { isOk: false; trouble: Extract<ModelTrouble, 'no_model' | 'balance' | 'unavailable' | 'aborted'> }
>;

/** `listModels(ctx.config, brand)` of `reads.ts`: what a brand offers. */
export type OfferedModel = {
  choice: ModelChoice;
  /** Millionths of a US dollar. */
  pricePer100Dialogues: number;
};
