import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { choosePort } from './ports.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port asked for that is taken on %s is refused, and a free one named',
  async (host) => {
    const port = await listen(host);
    await expect(choose({ wanted: String(port) })).rejects.toThrow(
      new RegExp(`^Port ${port} is taken by another program\\. Choose another: PORT=\\d+ npm start$`),
    );
  },
);

test('a busy default port is replaced by the next free one, which is reported', async () => {
  const usual = await listen('127.0.0.1');
  const said: string[] = [];
  const port = await choose({ usual, said });
  expect(port).toBeGreaterThan(usual);
  expect(said).toEqual([`Port ${usual} is taken by another program; the cabinet uses ${port}`]);
});

test('a port given away a moment ago is not given again', async () => {
  const port = await listen('127.0.0.1');
  servers.pop()?.close();
  expect(await choose({ usual: port, reserved: new Set([port]) })).not.toBe(port);
  await expect(choose({ wanted: String(port), reserved: new Set([port]) })).rejects.toThrow(
    new RegExp(`^Port ${port} is asked for twice\\. Choose another: PORT=\\d+ npm start$`),
  );
});

test.each(['abc', '0', '70000', '3000.5'])('%s is no port', async (wanted) => {
  await expect(choose({ wanted })).rejects.toThrow(`PORT=${wanted} is not a port.`);
});

function choose({
  wanted,
  usual = 3000,
  reserved = new Set<number>(),
  said = [],
}: {
  wanted?: string;
  usual?: number;
  reserved?: Set<number>;
  said?: string[];
}): Promise<number> {
  const request = { variable: 'PORT', wanted, usual, what: 'the cabinet' };
  return choosePort(request, reserved, (message) => said.push(message));
}

async function listen(host: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
