import { z } from 'zod';
import { BRAND_KEYS } from '#contract/brands/brands.ts';
import { MODEL_CHOICES } from '#contract/models/values.ts';

/** US dollars per million tokens, which are millionths of a dollar per token: what cabinets are charged. */
const Price = z.number().nonnegative().max(10_000);

const ChatModel = z.strictObject({
  /** The provider's name of it. */
  model: z.string().min(1),
  inputPrice: Price,
  outputPrice: Price,
  /** The price of input tokens that the provider had in its cache; as of other input when left out. */
  cachedInputPrice: Price.optional(),
  /** Longer calls go to the next model. */
  contextTokens: z.int().min(1_000),
  /** Takes a schema of the answer; without it the schema is written into the instructions. */
  takesSchema: z.boolean().default(true),
  /** Newer models of some providers refuse `max_tokens`. */
  limitParameter: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  takesTemperature: z.boolean().default(true),
});
export type ChatModel = z.output<typeof ChatModel>;

const Transcription = z.strictObject({
  model: z.string().min(1),
  pricePerMinute: Price,
  /**
   * The most it answers: the words alone (`json`), with their times (`verbose_json`, as of whisper-1), or with times
   * and speakers (`diarized_json`).
   */
  answers: z.enum(['words', 'times', 'speakers']).default('times'),
});

const AiProvider = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** With the version, e.g. `https://api.openai.com/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  apiKey: z.string().min(1).optional(),
  /** By what an owner chooses; each list in the order of failover, after those of the providers before. */
  models: z.strictObject({
    fast: z.array(ChatModel).default([]),
    balanced: z.array(ChatModel).default([]),
    best: z.array(ChatModel).default([]),
  }),
  embedding: z
    .strictObject({ model: z.string().min(1), price: Price, dimensions: z.int().min(1).max(4_096).default(256) })
    .optional(),
  transcription: Transcription.optional(),
});
export type AiProvider = z.output<typeof AiProvider>;

const AiModels = z.strictObject({
  providers: z
    .array(AiProvider)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two providers have one name'),
  /** The choices of each brand; one that is not named offers all. */
  brands: z.partialRecord(z.enum(BRAND_KEYS), z.array(z.enum(MODEL_CHOICES))).default({}),
});
export type AiModels = z.output<typeof AiModels>;

/** The variable AI_PROVIDERS. */
export const AiProviders = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(AiModels)
  .optional();

export const NO_MODELS: AiModels = { providers: [], brands: {} };

/** Times of one call with all its steps, and of its parts. */
export const AI_LIMITS = { totalMs: 60_000, stepMs: 20_000, toolMs: 8_000, steps: 8 };

/** The models of the simulated world, at prices of common real ones. */
export function worldModels(world: string): AiModels {
  const model = (name: string, inputPrice: number, outputPrice: number): ChatModel => ({
    model: name,
    inputPrice,
    outputPrice,
    contextTokens: 100_000,
    takesSchema: true,
    limitParameter: 'max_tokens',
    takesTemperature: true,
  });
  return {
    brands: {},
    providers: [
      {
        name: 'world',
        baseUrl: `${world}/model/v1`,
        apiKey: 'world',
        models: {
          fast: [model('sim-fast', 0.15, 0.6)],
          balanced: [model('sim-balanced', 0.8, 3.2)],
          best: [model('sim-best', 2.5, 10)],
        },
        embedding: { model: 'sim-embed', price: 0.02, dimensions: 256 },
        transcription: { model: 'sim-transcribe', pricePerMinute: 0.006, answers: 'speakers' },
      },
    ],
  };
}
