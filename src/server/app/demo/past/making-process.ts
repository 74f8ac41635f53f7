import { ROOMS } from '#server/app/rooms.ts';
import { createContext } from '#server/app/context.ts';
import { openDemoClock } from '#server/platform/deployment/clock.ts';
import { TenantId } from '#contract/tenants/ids.ts';
import { readConfig } from '#server/platform/deployment/config.ts';
import { makeSounds } from '#server/app/demo/quality/call-sounds.ts';
import { seedPast } from './demo-past.ts';

/** `node making-process.ts TENANT CLIENTS`: the process that `makePast` starts. */
const [tenantId, clients] = process.argv.slice(2);
const config = readConfig(process.env);
const clock = await openDemoClock(config.databaseUrl);
const { ctx, close } = createContext(config, ROOMS, { clock });
const startedAt = performance.now();
await seedPast(ctx, TenantId.parse(tenantId), Number(clients));
ctx.log.info({ step: 'past', tookMs: Math.round(performance.now() - startedAt) }, 'the demo cabinet has its past');
await makeSounds(ctx, TenantId.parse(tenantId));
await close();
await clock.close();
