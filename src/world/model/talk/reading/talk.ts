import { isRecord } from '../../../values/fields.ts';
import type { Language } from '../../lexicon/words.ts';
import type { ChatRequest, Message, Tool } from '../../protocol/types.ts';
import { type Clock, readClock } from './clock.ts';
import { languageOfTalk } from './language.ts';
import { type Fact, type Passage, readFacts, readPassages, readSections } from './sections.ts';

export type Line = { role: 'user' | 'assistant'; text: string };

/** A call of this turn and what came of it. */
export type ToolResult = { name: string; arguments: Record<string, unknown>; result: Record<string, unknown> };

/**
 * A chat request as the demo reads it.
 *
 * @property lines the talk before the newest messages of the client
 * @property burst the newest messages of the client, since the last answer
 * @property results calls since then, in order
 * @property tools none where no tool may be called
 * @property variant chooses among wordings
 */
export type Talk = {
  instructions: string;
  now: Clock | null;
  business: Fact[];
  client: Fact[];
  clientVisits: Fact[];
  passages: Passage[];
  lines: Line[];
  burst: string[];
  results: ToolResult[];
  tools: Tool[];
  language: Language;
  variant: string;
};

export function readTalk(request: ChatRequest): Talk {
  const { messages } = request;
  const prompt = messages
    .filter(isPrompt)
    .map(({ text }) => text)
    .join('\n');
  const sections = readSections(prompt);
  const spoken = messages.filter((message) => !isPrompt(message));
  const lastUser = spoken.findLastIndex(({ role }) => role === 'user');
  const before = spoken.slice(0, lastUser + 1).filter(isLine);
  const lines = before.map(({ role, text }): Line => ({ role: role === 'user' ? 'user' : 'assistant', text }));
  const burstStart = lines.findLastIndex(({ role }) => role === 'assistant') + 1;
  const burst = lines.slice(burstStart).map(({ text }) => text);
  const instructions = sections.get('') ?? '';
  return {
    instructions,
    now: readClock(sections.get('now') ?? ''),
    business: readFacts(sections.get('business') ?? ''),
    client: readFacts(sections.get('client') ?? ''),
    clientVisits: readFacts(sections.get("client's visits") ?? ''),
    passages: readPassages(sections.get('knowledge') ?? ''),
    lines: lines.slice(0, burstStart),
    burst,
    results: readResults(spoken.slice(lastUser + 1)),
    tools: request.toolChoice.kind === 'none' ? [] : request.tools,
    language: languageOfTalk(lines, instructions),
    variant: `${request.seed ?? ''} ${request.model} ${lines.length} ${burst.join(' ')}`,
  };
}

/** The facts may stand in a message of the client's role, before the talk. */
const isPrompt = ({ role, text }: Message) => role === 'system' || (role === 'user' && /^# Now$/mu.test(text));

const isLine = ({ role, text }: Message) => (role === 'user' || role === 'assistant') && text.trim() !== '';

function readResults(messages: readonly Message[]): ToolResult[] {
  const calls = messages.flatMap((message) => message.calls);
  return messages.flatMap(({ role, callId, text }) => {
    const call = calls.find(({ id }) => id === callId);
    if (role !== 'tool' || !call) return [];
    return [{ name: call.name, arguments: readRecord(call.arguments), result: readRecord(text) }];
  });
}

/** A text that is no JSON object counts as one with that text. */
function readRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && !Array.isArray(value)) return value;
    return { data: value };
  } catch {
    return { text };
  }
}
