import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from './ports.ts';

/** The answer of a start to another start in the same folder. */
type State = { id: string; pid: number; phase: 'starting' | 'running' | 'stopping'; addresses: string[] };

export type Claim = {
  tell(phase: State['phase'], addresses?: string[]): void;
  release(): void;
};

/** How long another is waited for. One whose npm was killed this moment needs a little to notice. */
const PATIENCE_MS = { starting: 500, running: 500, stopping: 30_000 };

/**
 * Makes this process the one that serves a data folder.
 *
 * The claim is a socket that answers, noted in a file: it cannot outlive its process, so what a killed start left behind
 * is told from one that runs. One that is just stopping is waited for.
 *
 * @throws Refusal naming where the other one runs
 */
export async function claimFolder(dataDir: string): Promise<Claim> {
  mkdirSync(dataDir, { recursive: true });
  const note = join(dataDir, 'running.json');
  const state: State = { id: randomUUID(), pid: process.pid, phase: 'starting', addresses: [] };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(state));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const began = Date.now();
  while (!takeNote(note, { id: state.id, port })) {
    const other = await ask(note);
    if (other && Date.now() - began > PATIENCE_MS[other.phase]) throw alreadyRunning(other);
    if (other) await delay(100);
    else rmSync(note, { force: true });
  }
  return {
    tell: (phase, addresses = state.addresses) => void Object.assign(state, { phase, addresses }),
    release: () => {
      rmSync(note, { force: true });
      server.close();
    },
  };
}

/** @returns false when there is a note already */
function takeNote(note: string, content: { id: string; port: number }): boolean {
  const draft = `${note}.${content.id}`;
  writeFileSync(draft, JSON.stringify(content));
  try {
    linkSync(draft, note); // NOTE: unlike a rename, this fails when the name exists: one of two starts wins.
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft);
  }
}

/** @returns null when nobody answers as the one who wrote the note */
async function ask(note: string): Promise<State | null> {
  try {
    const { id, port } = JSON.parse(readFileSync(note, 'utf8')) as { id: string; port: number }; // NOTE: wrong content throws or asks in vain
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1');
      socket.setTimeout(2000, () => socket.destroy(new Error('no answer')));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    const state = JSON.parse(answer) as State; // NOTE: whoever else listens there does not know the id
    return state.id === id ? state : null;
  } catch {
    return null;
  }
}

function alreadyRunning({ pid, phase, addresses }: State): Refusal {
  const where = addresses.map((line) => `\n  ${line}`).join('');
  const doing = { starting: 'is being started', running: 'already runs', stopping: 'is still stopping' }[phase];
  return new Refusal(
    `Frontdesk ${doing} in this folder (process ${pid}).${where}\nStop it with Ctrl-C there, or: kill ${pid}`,
  );
}
