import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import type { SeededDemo } from '#server/app/demo/seeding.ts';
import { hasPast } from './setting.ts';

const PROGRAM = fileURLToPath(new URL('making-process.ts', import.meta.url));

/**
 * Makes the past of a demo's tenant in a process of its own, once: this one serves meanwhile, and the memory that the
 * rows took returns to the machine. A thread keeps about 100 MB of it.
 *
 * @param demo what a salon has besides is added first: the orders of its restaurants are part of the past
 * @param signal ends the process; what it has not committed is not written
 */
export async function makePast(ctx: Context, { tenantId, addMore }: SeededDemo, signal: AbortSignal): Promise<void> {
  const clients = ctx.config.demoClients;
  const isMade = await withTenant(ctx, tenantId, hasPast);
  if (isMade || signal.aborted || clients === 0) return;
  await addMore();
  if (signal.aborted) return;
  const making = spawn(process.execPath, [...process.execArgv, PROGRAM, tenantId, String(clients)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  signal.addEventListener('abort', () => void making.kill('SIGKILL'), { once: true });
  const [code] = await once(making, 'exit');
  if (code !== 0 && !signal.aborted) throw new Error(`making the past of the demo ended with ${String(code)}`);
}
