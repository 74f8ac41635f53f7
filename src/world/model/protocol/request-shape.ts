import { z } from 'zod';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Content = z.union([z.string(), z.array(Part).min(1)]);
const Schema = z.record(z.string(), z.unknown());
const FunctionName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);

const CallShape = z.looseObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const MessageShape = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content: Content, name: z.string().optional() }),
  z.object({
    role: z.literal('assistant'),
    content: Content.nullish(),
    refusal: z.string().nullish(),
    name: z.string().optional(),
    tool_calls: z.array(CallShape).min(1).optional(),
  }),
  z.object({ role: z.literal('tool'), content: Content, tool_call_id: z.string() }),
]);
export type MessageShape = z.infer<typeof MessageShape>;

const ToolShape = z.object({
  type: z.literal('function'),
  function: z.object({
    name: FunctionName,
    description: z.string().optional(),
    parameters: Schema.optional(),
    strict: z.boolean().nullish(),
  }),
});

const ResponseFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: FunctionName,
      description: z.string().optional(),
      schema: Schema.optional(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

/** `POST /chat/completions` as it is documented. */
export const ChatShape = z.object({
  model: z.string(),
  messages: z.array(MessageShape).min(1),
  tools: z.array(ToolShape).min(1).max(128).optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: ResponseFormat.optional(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).min(1).max(4)]).nullish(),
  seed: z.int().nullish(),
  n: z.int().min(1).max(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  reasoning_effort: z.string().nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  user: z.string().optional(),
  stream: z.boolean().nullish(),
  stream_options: z
    .object({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() })
    .nullish(),
});
export type ChatShape = z.infer<typeof ChatShape>;

/** Documented parameters that change nothing here. */
const WITHOUT_EFFECT = [
  'logit_bias',
  'logprobs',
  'metadata',
  'prompt_cache_key',
  'safety_identifier',
  'service_tier',
  'store',
  'top_logprobs',
];

export const CHAT_PARAMETERS: ReadonlySet<string> = new Set([...Object.keys(ChatShape.shape), ...WITHOUT_EFFECT]);
