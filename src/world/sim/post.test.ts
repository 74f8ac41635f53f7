import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createPostman } from './post.ts';

test('a webhook over a connection that is being closed is retried once, over another', async () => {
  const known = new Set<Socket>();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    if (known.has(request.socket)) return request.socket.destroy();
    known.add(request.socket);
    request.on('data', (chunk) => bodies.push(String(chunk)));
    return request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  const postman = createPostman();
  afterAll(() => postman.close());

  const answers = [];
  for (const body of ['one', 'two', 'three']) answers.push(await postman.post(`http://127.0.0.1:${port}`, {}, body));

  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200]);
  expect(bodies).toEqual(['one', 'two', 'three']);
});

test('a webhook without an answer over a new connection is not repeated', async () => {
  let requests = 0;
  const server = createServer((request) => {
    requests += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  const postman = createPostman();
  afterAll(() => postman.close());

  expect(await postman.post(`http://127.0.0.1:${port}`, {}, 'one')).toBeUndefined();
  expect(requests).toBe(1);
});
