import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './json.ts';

export type ReceivedWebhook = { path: string; headers: IncomingHttpHeaders; raw: string; body: Json };

/** Stands in for the product and stores the webhooks it received. */
export type Product = {
  url: string;
  webhooks: ReceivedWebhook[];
  /** The status of the next answers; 200 when the list is empty. */
  answers: number[];
  close(): Promise<void>;
};

export async function startProduct(): Promise<Product> {
  const webhooks: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const challenge = url.searchParams.get('hub.challenge');
      if (challenge !== null) return response.end(challenge);
      const raw = Buffer.concat(chunks).toString();
      webhooks.push({ path: url.pathname, headers: request.headers, raw, body: bodyOf(raw) });
      response.statusCode = answers.shift() ?? 200;
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  return {
    url: `http://127.0.0.1:${port}`,
    webhooks,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Parses a JSON body; a form is left to the test. */
function bodyOf(raw: string): Json {
  return raw === '' || raw.startsWith('{') || raw.startsWith('[') ? JSON.parse(raw || '{}') : null;
}
