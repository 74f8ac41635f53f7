import { expect, test } from 'vitest';
import type { ChatRequest, Message, Tool } from '../protocol/types.ts';
import { answerTalk } from './answer-talk.ts';

const message = (role: Message['role'], text: string, rest: Partial<Message> = {}): Message => ({
  role,
  text,
  calls: [],
  callId: null,
  ...rest,
});

function request(messages: Message[], tools: Tool[]): ChatRequest {
  return {
    model: 'sim-fast',
    messages: [message('system', 'Assistant\n# Now\n2026-11-30 12:00'), ...messages],
    tools,
    toolChoice: { kind: 'auto' },
    isParallel: true,
    output: { kind: 'text' },
    maxTokens: null,
    stop: [],
    seed: null,
    isStream: false,
    hasStreamUsage: false,
  };
}

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const STATUS: Tool = {
  name: 'call_order_status',
  description: 'Статус заказа по номеру, когда клиент спрашивает, где заказ',
  parameters: object({ number: { type: 'string', description: 'номер заказа' } }),
};
const FILE: Tool = {
  name: 'send_file',
  description: 'Sends a file',
  parameters: object({
    file_id: { type: 'string', enum: ['f1', 'f2'], description: 'f1: меню\nf2: прайс-лист, цены файлом' },
  }),
};
const CATALOGUE: Tool = {
  name: 'search_catalogue',
  description: 'Searches bouquets and flowers',
  parameters: object({ words: { type: 'string' }, max_price: { type: ['number', 'null'] } }),
};

test.each([
  ['где мой заказ 4512?', 'call_order_status', { number: '4512' }],
  ['пришлите меню', 'send_file', { file_id: 'f1' }],
  ['show me roses under 50', 'search_catalogue', { words: 'show me roses under 50', max_price: 50 }],
])('%j calls the tool whose description fits', (text, name, args) => {
  const { calls } = answerTalk(request([message('user', text)], [STATUS, FILE, CATALOGUE]));
  expect(calls).toEqual([{ id: expect.any(String), name, arguments: JSON.stringify(args) }]);
});

test('the result of such a tool is worded without its ids', () => {
  const call = { id: 'call_1', name: 'call_order_status', arguments: '{"number":"4512"}' };
  const result = JSON.stringify({
    ok: true,
    status: 200,
    data: { order_id: 4512, state: 'в пути', when: 'сегодня до 18:00' },
  });
  const talk = [
    message('user', 'где мой заказ 4512?'),
    message('assistant', '', { calls: [call] }),
    message('tool', result, { callId: 'call_1' }),
  ];
  expect(answerTalk(request(talk, [STATUS])).text).toBe('Вот что нашлось:\n• в пути\n• сегодня до 18:00');
});
