import type { JsonSchema } from './json-schema.ts';

/** One tool call; `arguments` is JSON in a string, as the API has it. */
export type Call = { id: string; name: string; arguments: string };

/** @property callId of a tool's message: the call it answers */
export type Message = {
  role: 'system' | 'user' | 'assistant' | 'tool';
  text: string;
  calls: Call[];
  callId: string | null;
};

export type Tool = { name: string; description: string; parameters: JsonSchema };

/** `auto` decides, `none` never calls, `required` always calls, a name calls this tool. */
export type ToolChoice = { kind: 'auto' | 'none' | 'required' } | { kind: 'tool'; name: string };

export type OutputFormat =
  | { kind: 'text' }
  | { kind: 'object' }
  | { kind: 'schema'; name: string; description: string; schema: JsonSchema };

/** A chat request that passed all checks. */
export type ChatRequest = {
  model: string;
  messages: Message[];
  tools: Tool[];
  toolChoice: ToolChoice;
  isParallel: boolean;
  output: OutputFormat;
  maxTokens: number | null;
  stop: string[];
  seed: number | null;
  isStream: boolean;
  hasStreamUsage: boolean;
};

export type Finish = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** The answer of the model, before it is written down as JSON or as a stream. */
export type Answer = { text: string | null; calls: Call[]; finish: Finish; refusal: string | null };

export type Usage = { promptTokens: number; completionTokens: number };

export const textAnswer = (text: string): Answer => ({ text, calls: [], finish: 'stop', refusal: null });
