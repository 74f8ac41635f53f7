import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { WebhookRequest } from '#server/channels/port.ts';

export type WebhookCatcher = {
  url: string;
  /** Received webhooks, in the form that a provider's `verify` and `read` take. */
  payloads: WebhookRequest[];
  /** Statuses of the next answers; 200 when none is left. */
  answers: number[];
  /** Webhooks are answered when this has settled. */
  held: Promise<void>;
  /** The answer to a GET of the address, by its query; null treats it as a webhook. */
  answerGet: ((query: Record<string, string>) => string | null) | null;
};

/** A webhook endpoint for tests of adapters. */
export async function catchWebhooks(): Promise<WebhookCatcher> {
  const caught: WebhookCatcher = { url: '', payloads: [], answers: [], held: Promise.resolve(), answerGet: null };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (request.method === 'GET' && caught.answerGet) {
        const { searchParams } = new URL(request.url ?? '/', caught.url);
        const answer = caught.answerGet(Object.fromEntries(searchParams));
        response.writeHead(answer === null ? 403 : 200).end(answer);
        return;
      }
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      caught.payloads.push({
        headers: Object.fromEntries(headers),
        body: Buffer.concat(chunks),
        receivedAt: Temporal.Instant.from('2026-03-02T08:00:00Z'),
      });
      await caught.held;
      response.writeHead(caught.answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo; // NOTE: it listens on a port, so the address is not a pipe's name
  caught.url = `http://127.0.0.1:${port}/hooks/test/secret`;
  return caught;
}
