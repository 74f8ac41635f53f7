import { createServer } from 'node:http';

/** A provider that takes everything at once: the limit of the machine, not of anybody's manners. */
const ANSWER = Buffer.from(JSON.stringify({ messages: [{ id: 'wamid.HBgLNzk5OTAwMDExMjIVAgARGBI1' }] }));

const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length });
    response.end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address.port}/messages` });
});
