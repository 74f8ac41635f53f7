import { z } from 'zod';
import { isRecord } from '../../values/fields.ts';
import { hashId } from '../protocol/completion.ts';
import type { Answer, ChatRequest, Message } from '../protocol/types.ts';

/**
 * A scripted answer and the requests it is for. Texts are parts of what they are compared with, `/…/` is a regular
 * expression; all rules that are given must fit.
 */
export const NewFixture = z.strictObject({
  match: z
    .strictObject({
      model: z.string().optional(),
      /** In the instructions. */
      system: z.string().optional(),
      /** In the newest messages of the client. */
      user: z.string().optional(),
      /** In any message. */
      text: z.string().optional(),
      /** The number of tool results since the newest message of the client. */
      step: z.int().nonnegative().optional(),
      /** The tool whose result is the last message. */
      after: z.string().optional(),
      /** A tool that may be called. */
      tool: z.string().optional(),
      /** The name of the requested JSON schema. */
      schema: z.string().optional(),
    })
    .default({}),
  answer: z.strictObject({
    text: z.string().optional(),
    json: z.unknown().optional(),
    calls: z
      .array(
        z.strictObject({
          name: z.string(),
          arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).default({}),
          id: z.string().optional(),
        }),
      )
      .optional(),
    refusal: z.string().optional(),
    finish: z.enum(['stop', 'length', 'tool_calls', 'content_filter']).optional(),
  }),
  /** How many requests it answers; 0 is any number. */
  times: z.int().nonnegative().default(0),
});

export type Fixture = { id: number; left: number | null } & Pick<z.infer<typeof NewFixture>, 'match' | 'answer'>;

export type FixtureState = { fixtures: Fixture[]; lastFixtureId: number };

export function addFixture(state: FixtureState, { match, answer, times }: z.infer<typeof NewFixture>): Fixture {
  const fixture = { id: ++state.lastFixtureId, left: times === 0 ? null : times, match, answer };
  state.fixtures.push(fixture);
  return fixture;
}

/** Takes the first fixture that fits a request and counts it down. */
export function takeFixture(state: FixtureState, request: ChatRequest): Fixture | undefined {
  const fixture = state.fixtures.find(({ match }) => fits(match, request));
  if (fixture?.left != null && --fixture.left <= 0) state.fixtures = state.fixtures.filter((one) => one !== fixture);
  return fixture;
}

function fits(match: Fixture['match'], { model, messages, tools, output }: ChatRequest): boolean {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(lastUser + 1);
  const burst = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const users = (since.length > 0 ? messages.slice(lastUser, lastUser + 1) : burst).filter(
    ({ role }) => role === 'user',
  );
  const last = messages.at(-1);
  const called = messages.flatMap(({ calls }) => calls).findLast(({ id }) => id === last?.callId)?.name;
  return [
    match.model === undefined || match.model === model,
    contains(
      match.system,
      messages.filter(({ role }) => role === 'system'),
    ),
    contains(match.user, users),
    contains(match.text, messages),
    match.step === undefined || match.step === since.filter(({ role }) => role === 'tool').length,
    match.after === undefined || match.after === called,
    match.tool === undefined || tools.some(({ name }) => name === match.tool),
    match.schema === undefined || (output.kind === 'schema' && output.name === match.schema),
  ].every(Boolean);
}

function contains(part: string | undefined, messages: readonly Message[]): boolean {
  if (part === undefined) return true;
  const text = messages.map((message) => message.text).join('\n');
  const pattern = /^\/(.+)\/$/su.exec(part)?.[1];
  return pattern === undefined ? text.includes(part) : new RegExp(pattern, 'iu').test(text);
}

/** `{{times.0.day}}` in an answer is that part of the last tool result. */
export function answerByFixture({ answer }: Fixture, request: ChatRequest): Answer {
  const last = request.messages.findLast(({ role }) => role === 'tool')?.text ?? '';
  const fill = (text: string) => text.replaceAll(/\{\{([\w.]+)\}\}/gu, (_match, path: string) => partOf(last, path));
  const calls = (answer.calls ?? []).map(({ name, arguments: args, id }, index) => ({
    id: id ?? hashId('call_', request.messages, index),
    name,
    arguments: fill(typeof args === 'string' ? args : JSON.stringify(args)),
  }));
  const text = answer.json === undefined ? (answer.text ?? null) : JSON.stringify(answer.json);
  return {
    text: text === null ? null : fill(text),
    calls,
    finish: answer.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    refusal: answer.refusal ?? null,
  };
}

function partOf(json: string, path: string): string {
  try {
    let value: unknown = JSON.parse(json);
    for (const step of path.split('.')) value = isRecord(value) ? value[step] : undefined;
    return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  } catch {
    return '';
  }
}
