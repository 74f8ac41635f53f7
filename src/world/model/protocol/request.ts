import type { z } from 'zod';
import { isRecord } from '../../values/fields.ts';
import { ModelError } from '../errors.ts';
import { strictViolation } from './json-schema.ts';
import { checkModel } from './models.ts';
import { CHAT_PARAMETERS, ChatShape, type MessageShape } from './request-shape.ts';
import { countMessageTokens } from './tokens.ts';
import type { ChatRequest, Message, OutputFormat, ToolChoice } from './types.ts';

const CONTEXT_TOKENS = 128_000;

/** Reads a chat request the way the documented API does. @throws {ModelError} */
export function readChatRequest(body: unknown): ChatRequest {
  const shape = readShape(ChatShape, body, CHAT_PARAMETERS);
  checkModel(shape.model, 'chat');
  checkConversation(shape.messages);
  checkTools(shape);
  checkOutput(shape);
  if (shape.stream_options && !shape.stream)
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  if (shape.max_tokens && shape.max_completion_tokens)
    refuse("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", 'max_tokens');

  const messages = shape.messages.map(toMessage);
  const tokens = countMessageTokens(messages);
  if (tokens > CONTEXT_TOKENS)
    throw new ModelError(
      400,
      `This model's maximum context length is ${CONTEXT_TOKENS} tokens. However, your messages resulted in ${tokens} tokens.`,
      { param: 'messages', code: 'context_length_exceeded' },
    );
  return {
    model: shape.model,
    messages,
    tools: (shape.tools ?? []).map(({ function: { name, description = '', parameters = {} } }) => ({
      name,
      description,
      parameters,
    })),
    toolChoice: toToolChoice(shape.tool_choice),
    isParallel: shape.parallel_tool_calls ?? true,
    output: toOutput(shape.response_format),
    maxTokens: shape.max_tokens ?? shape.max_completion_tokens ?? null,
    stop: [shape.stop ?? []].flat(),
    seed: shape.seed ?? null,
    isStream: shape.stream ?? false,
    hasStreamUsage: shape.stream_options?.include_usage ?? false,
  };
}

function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new ModelError(400, message, { param, code });
}

/** Reads a body by its shape; parameters that are not documented are refused. @throws {ModelError} */
export function readShape<T>(schema: z.ZodType<T>, body: unknown, known: ReadonlySet<string>): T {
  if (!isRecord(body)) refuse('We could not parse the JSON body of your request.', null);
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined) refuse(`Unrecognized request argument supplied: ${unknown}`, null, 'unknown_parameter');
  const { data, error } = schema.safeParse(body);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const [name = ''] = issue?.path.map(String) ?? [];
  const path = issue?.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .slice(1);
  if (!Object.hasOwn(body, name))
    refuse(`Missing required parameter: '${path}'.`, path ?? null, 'missing_required_parameter');
  return refuse(`Invalid value for '${path}': ${issue?.message}.`, path ?? null, 'invalid_value');
}

/** Every call is answered right after it, and nothing else is. */
function checkConversation(messages: readonly MessageShape[]): void {
  let open: string[] = [];
  const checkNothingOpen = () => {
    if (open.length > 0)
      refuse(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
        'messages',
      );
  };
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const at = open.indexOf(message.tool_call_id);
      if (at < 0)
        refuse(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          `messages.[${index}].role`,
        );
      open = open.toSpliced(at, 1);
      continue;
    }
    checkNothingOpen();
    if (message.role !== 'assistant') continue;
    if (!message.tool_calls && message.content == null && message.refusal == null)
      refuse(`Invalid value for 'content': expected a string, got null.`, `messages.[${index}].content`);
    open = (message.tool_calls ?? []).map(({ id }) => id);
  }
  checkNothingOpen();
}

function checkTools({ tools, tool_choice: choice }: ChatShape): void {
  if (choice && !tools)
    refuse("Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice');
  for (const [index, { function: own }] of (tools ?? []).entries()) {
    const violation = own.strict ? strictViolation(own.parameters) : null;
    if (violation)
      refuse(
        `Invalid schema for function '${own.name}': ${violation}`,
        `tools[${index}].function.parameters`,
        'invalid_function_parameters',
      );
  }
  if (typeof choice === 'object' && !tools?.some(({ function: { name } }) => name === choice.function.name))
    refuse(
      `Invalid value for 'tool_choice': Tool choice '${choice.function.name}' not found in 'tools' parameter.`,
      'tool_choice',
    );
}

function checkOutput({ response_format: format, messages }: ChatShape): void {
  if (format?.type === 'json_object' && !/json/i.test(JSON.stringify(messages)))
    refuse(
      "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
      'messages',
    );
  if (format?.type !== 'json_schema') return;
  const { name, schema, strict } = format.json_schema;
  const violation = strict ? strictViolation(schema) : null;
  if (violation) refuse(`Invalid schema for response_format '${name}': ${violation}`, 'response_format');
}

function toMessage(message: MessageShape): Message {
  const content = message.content ?? '';
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? `[${part.type}]`).join('\n');
  return {
    role: message.role === 'developer' ? 'system' : message.role,
    text,
    calls:
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
            id,
            name,
            arguments: args,
          }))
        : [],
    callId: message.role === 'tool' ? message.tool_call_id : null,
  };
}

function toToolChoice(choice: ChatShape['tool_choice']): ToolChoice {
  if (typeof choice === 'object') return { kind: 'tool', name: choice.function.name };
  return { kind: choice ?? 'auto' };
}

function toOutput(format: ChatShape['response_format']): OutputFormat {
  if (format?.type === 'json_object') return { kind: 'object' };
  if (format?.type !== 'json_schema') return { kind: 'text' };
  const { name, description = '', schema = {} } = format.json_schema;
  return { kind: 'schema', name, description, schema };
}
