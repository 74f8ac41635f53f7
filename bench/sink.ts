import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A provider that takes everything at once: the limit of the machine, not of anybody's manners. With a delay in
 * milliseconds it answers as late as a provider does, and tells by GET whom it was asked to write to, and when.
 */
const ANSWER = Buffer.from(JSON.stringify({ messages: [{ id: 'wamid.HBgLNzk5OTAwMDExMjIVAgARGBI1' }] }));
const DELAY_MS = Number(process.argv[2] ?? 0);
const arrivals: [to: string, at: number][] = [];

const server = createServer((request, response) => {
  const answer = (body: Buffer) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  };
  if (request.method === 'GET') return answer(Buffer.from(JSON.stringify(arrivals)));
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => (DELAY_MS > 0 ? parts.push(part) : 0));
  request.on('end', async () => {
    if (DELAY_MS > 0) {
      arrivals.push([JSON.parse(Buffer.concat(parts).toString()).to, Date.now()]);
      await sleep(DELAY_MS);
    }
    answer(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address.port}/messages` });
});
