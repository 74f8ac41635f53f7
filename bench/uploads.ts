import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMegabytes } from './machine.ts';
import { type Role, startWeb } from './web.ts';

const FLOOD = fileURLToPath(new URL('upload-flood.ts', import.meta.url));
const ROUNDS = 3;
const QUIET_CALLS = 1_000;
const PAUSE_MS = 10;

/** One round: the growth of the web role's memory at its peak, and the p99 of a neighbour's calls. */
export type UploadRound = { growthMegabytes: number; quietP99: number; floodP99: number; answers: string };

/** One tenant floods the product with documents; another one works on. Each is a process of its own. */
export async function floodWithUploads(databaseUrl: string): Promise<UploadRound[]> {
  const web = await startWeb(databaseUrl);
  try {
    const neighbour = await signUp(web.origin);
    await timesOf(web.origin, neighbour, (calls) => calls < QUIET_CALLS / 5); // everything is warm after it
    const rounds: UploadRound[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push(await floodOnce(web, neighbour, await signUp(web.origin)));
    return rounds;
  } finally {
    await web.stop();
  }
}

async function floodOnce(web: Role, neighbour: string, attacker: string): Promise<UploadRound> {
  const atFirst = residentMegabytes(web.pid);
  const quiet = await timesOf(web.origin, neighbour, (calls) => calls < QUIET_CALLS);
  const before = residentMegabytes(web.pid);
  const growthPerCall = Math.max(0, before - atFirst) / quiet.length;
  let peak = before;
  const flood = spawn(process.execPath, [FLOOD, web.origin, attacker], { stdio: ['ignore', 'pipe', 'inherit'] });
  // An attacker's processor time is not the product's.
  if (flood.pid !== undefined) setPriority(flood.pid, constants.priority.PRIORITY_LOW);
  let isOver = false;
  const answers = text(flood.stdout).finally(() => {
    isOver = true;
  });
  const busy = await timesOf(web.origin, neighbour, () => {
    peak = Math.max(peak, residentMegabytes(web.pid));
    return !isOver;
  });
  // The heap grows with any calls until V8 collects it as a whole: the neighbour's own are left out.
  const growthMegabytes = peak - before - busy.length * growthPerCall;
  return {
    growthMegabytes,
    quietP99: p99(quiet),
    floodP99: p99(busy),
    answers: `${await answers}, ${busy.length} calls beside`,
  };
}

async function signUp(origin: string): Promise<string> {
  const password = 'correct-horse';
  const body = { email: `${randomUUID()}@salon.example`, password, confirmPassword: password, phone: '+79161234567' };
  const answer = await fetch(`${origin}/api/v1/account/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, countryId: 1, termsAccepted: true }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** Milliseconds of each call of a member. */
async function timesOf(origin: string, token: string, goesOn: (calls: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/v1/flows`, { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return times;
}

const p99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
