import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** An upload over a connection of its own that sends only what the test sends. */
export type SlowUpload = {
  send(bytes: Uint8Array | string): void;
  /** Sends the end of the form. */
  finish(): void;
  /** The status of the answer and its body, once it has come. */
  answered: Promise<{ status: number; body: string }>;
  /** Resolves once the server has closed the connection. */
  closed: Promise<unknown>;
  close(): void;
};

type Head = {
  headers?: Record<string, string>;
  fields?: Record<string, string>;
  /** Its name in the form. */
  file?: string;
  fileName?: string;
};

/** Sends the beginning of a form up to its file, and then nothing by itself. */
export async function beginUpload(origin: string, path: string, head: Head = {}): Promise<SlowUpload> {
  const { headers = {}, fields = {}, file = 'file', fileName = 'photo.png' } = head;
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  socket.on('error', () => undefined); // NOTE: the server may close it
  const send = (bytes: Uint8Array | string) => {
    const chunk = Buffer.from(bytes);
    socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
  };
  const lines = Object.entries({
    Host: new URL(origin).host,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Transfer-Encoding': 'chunked',
    ...headers,
  });
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  for (const [name, value] of Object.entries(fields)) {
    send(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  send(`--x\r\nContent-Disposition: form-data; name="${file}"; filename="${fileName}"\r\n\r\n`);
  return {
    send,
    finish: () => {
      send('\r\n--x--\r\n');
      socket.write('0\r\n\r\n');
    },
    answered: answerOf(socket),
    closed,
    close: () => socket.destroy(),
  };
}

async function answerOf(socket: ReturnType<typeof connect>): Promise<{ status: number; body: string }> {
  let answer = '';
  let isOver = false;
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString();
  });
  socket.on('close', () => {
    isOver = true;
  });
  for (;;) {
    const [, status, length] = /^HTTP\/1\.1 (\d+)[^]*?(?:content-length: (\d+)[^]*?)?\r\n\r\n/i.exec(answer) ?? [];
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    if (status && Buffer.byteLength(body) >= Number(length ?? 0)) return { status: Number(status), body };
    if (isOver) throw new Error('The connection was closed without an answer');
    await sleep(5);
  }
}
