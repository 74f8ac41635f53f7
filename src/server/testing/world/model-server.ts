import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** The answer to a call: the parts of a completion, or a fault. */
export type ModelReply =
  | {
      content?: string | null;
      calls?: { id?: string; name: string; arguments: string }[];
      finish?: string | null;
      refusal?: string;
      usage?: { prompt_tokens?: number; completion_tokens?: number; cached?: number } | null;
    }
  | { fault: ModelFault };

export type ModelFault =
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'html' }
  /** The whole answer is sent, and the connection stays open without its end. */
  | { kind: 'hang_after_body' }
  | { kind: 'hang' }
  | { kind: 'cut_body' }
  | { kind: 'reset' }
  | { kind: 'json'; body: unknown };

/** A call as it was received. */
export type ModelRequest = {
  path: string;
  authorization: string | undefined;
  model: string;
  messages: {
    role: string;
    content: unknown;
    tool_calls?: { id: string; function: { name: string } }[];
    tool_call_id?: string;
  }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  body: Record<string, unknown>;
};

type Answer = (request: ModelRequest, number: number) => ModelReply;

export type ModelServer = {
  /** With the version, as a provider is configured. */
  baseUrl: string;
  requests: ModelRequest[];
  /** Answers of the model with this name, from now on; a list is used up, its last one repeats. */
  answer(model: string, replies: ModelReply[] | Answer): void;
  /** Forgets requests and answers. */
  reset(): void;
};

/** A small OpenAI-compatible server whose answers and faults a test sets by model; closed after the file's tests. */
export async function modelServer(): Promise<ModelServer> {
  const answers = new Map<string, Answer>();
  const requests: ModelRequest[] = [];
  const server = createServer((incoming, response) => {
    void receive(incoming).then((request) => {
      requests.push(request);
      const number = requests.filter(({ model }) => model === request.model).length;
      reply(request, response, answers.get(request.model)?.(request, number) ?? { content: 'ok' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo; // NOTE: it listens on a port, so the address is not the name of a pipe
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    answer(model, replies) {
      const used = typeof replies === 'function' ? replies : listed(replies);
      answers.set(model, used);
    },
    reset() {
      answers.clear();
      requests.splice(0);
    },
  };
}

function listed(replies: ModelReply[]): Answer {
  let at = 0;
  return () => replies[Math.min(at++, replies.length - 1)] ?? { content: 'ok' };
}

async function receive(incoming: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // NOTE: no encoding is set
  const text = Buffer.concat(chunks).toString();
  const isJson = (incoming.headers['content-type'] ?? '').includes('json');
  const body = (isJson ? JSON.parse(text) : { model: /name="model"\r\n\r\n(.*)\r\n/.exec(text)?.[1], text }) as Record<
    string,
    unknown
  >;
  return {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization,
    model: String(body['model']),
    messages: (body['messages'] ?? []) as ModelRequest['messages'],
    tools: body['tools'] as NonNullable<ModelRequest['tools']>,
    body,
  };
}

function reply(request: ModelRequest, response: ServerResponse, given: ModelReply): void {
  if (!('fault' in given)) return send(response, completion(request, given));
  const { fault } = given;
  if (fault.kind === 'status') {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    response.end(JSON.stringify(fault.body ?? { error: { message: `status ${fault.status}` } }));
  } else if (fault.kind === 'json') {
    send(response, fault.body);
  } else if (fault.kind === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html><body>Welcome to the network</body></html>');
  } else if (fault.kind === 'reset') {
    response.socket?.destroy();
  } else {
    const whole = JSON.stringify(completion(request, { content: 'whole' }));
    response.writeHead(200, { 'content-type': 'application/json' });
    if (fault.kind === 'hang_after_body') response.write(whole);
    if (fault.kind === 'cut_body') response.end(whole.slice(0, 40));
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function completion({ model }: ModelRequest, reply: Exclude<ModelReply, { fault: ModelFault }>): unknown {
  const { content = null, calls, refusal, usage = { prompt_tokens: 100, completion_tokens: 10 } } = reply;
  const { finish = calls ? 'tool_calls' : 'stop' } = reply;
  const toolCalls = calls?.map(({ id = `call_${crypto.randomUUID()}`, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model,
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: {
          role: 'assistant',
          content,
          ...(refusal && { refusal }),
          ...(toolCalls && { tool_calls: toolCalls }),
        },
      },
    ],
    ...(usage && {
      usage: { ...usage, ...(usage.cached && { prompt_tokens_details: { cached_tokens: usage.cached } }) },
    }),
  };
}
