import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export type PublicAddress = {
  origin: string;
  /** Sets the origin to which requests are forwarded unchanged. */
  leadTo(origin: string): void;
};

/** The product's public address, known before the product listens. */
export async function openPublicAddress(): Promise<PublicAddress> {
  let target = '';
  const proxy = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const forwarded = Object.entries(request.headers).filter(([name]) => !OF_ONE_CONNECTION.includes(name));
      const headers = Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]));
      const method = request.method ?? 'POST';
      const body = method === 'GET' ? null : Buffer.concat(chunks);
      try {
        const answer = await fetch(`${target}${request.url}`, { method, headers, body });
        reply.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
      } catch {
        reply.writeHead(BAD_GATEWAY).end(); // the product closes before its proxy
      }
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  afterAll(() => proxy.close());
  const { port } = proxy.address() as AddressInfo; // NOTE: it listens on a port, so the address is not a pipe's name
  return {
    origin: `http://127.0.0.1:${port}`,
    leadTo(origin) {
      target = origin;
    },
  };
}

const BAD_GATEWAY = 502;
const OF_ONE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];
