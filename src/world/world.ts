import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveControl } from './control/control.ts';
import { controlDialog360 } from './dialog360/control.ts';
import { dialog360Refusal, graphRefusal } from './dialog360/errors.ts';
import { serveGraph } from './dialog360/graph.ts';
import { serveHub } from './dialog360/hub.ts';
import { serveDialog360 } from './dialog360/routes.ts';
import { createRates } from './dialog360/send.ts';
import { runStatuses } from './dialog360/statuses.ts';
import { runTemplateReviews } from './dialog360/templates.ts';
import { controlGoogle, serveGoogle } from './google/routes.ts';
import { controlIiko } from './iiko/control/control.ts';
import { iikoRefusal } from './iiko/state/errors.ts';
import { serveIiko } from './iiko/routes.ts';
import { controlMail } from './mail/control.ts';
import { startMail } from './mail/server.ts';
import { createProductClock } from './control/product-clock.ts';
import { controlPrograms } from './programs/control.ts';
import { serveBusinessAccounts } from './control/business-accounts.ts';
import { servePhones } from './control/phones.ts';
import { createServer } from './sim/server.ts';
import { SERVICES } from './control/services.ts';
import { type Sim, type SimOptions, createSim } from './sim/sim.ts';
import { serveStaff } from './control/staff.ts';
import { serveSupport } from './control/support.ts';
import { controlTelegram } from './telegram/control.ts';
import { telegramRefusal } from './telegram/errors.ts';
import { createBotRates } from './telegram/methods.ts';
import { serveTelegram } from './telegram/routes.ts';
import { runUpdates } from './telegram/updates.ts';
import { controlPlatform } from './yclients/control.ts';
import { platformRefusal } from './yclients/errors.ts';
import { platformOf } from './yclients/platform.ts';
import { servePlatform } from './yclients/routes.ts';
import { VENDOR_NAMES } from './yclients/vendors.ts';

export type WorldOptions = SimOptions & { port?: number; smtpPort?: number; host?: string };

/** A running world. */
export type World = { url: string; smtpPort: number; close(): Promise<void> };

const PAGE_FOLDER = fileURLToPath(new URL('../../dist/world/', import.meta.url));

/** Starts all simulated services on one HTTP port and one SMTP port; 0 takes free ones. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const { port = 0, smtpPort = 0, host = '127.0.0.1' } = options;
  const sim = createSim(options);
  const productClock = createProductClock(sim);
  const app = await createServer(sim, {
    yclients: (status, message) => platformRefusal(status, message),
    altegio: (status, message) => platformRefusal(status, message),
    iiko: (_status, message) => iikoRefusal(message),
    d360: dialog360Refusal,
    graph: graphRefusal,
    tg: telegramRefusal,
    ...Object.fromEntries(SERVICES.map(({ name, refusal }) => [name, refusal])),
  });
  serveServices(app, sim);
  serveControl(app, sim, productClock);
  await servePage(app);

  await app.listen({ port, host });
  const mail = await startMail(sim, host, smtpPort).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const address = app.server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  sim.url = `http://${host}:${address.port}`;
  sim.agenda.restore(sim.state.tasks);
  sim.webhooks.restore(sim.state.webhooks);
  productClock.start();

  return {
    url: sim.url,
    smtpPort: mail.port,
    close: async () => {
      productClock.stop();
      sim.agenda.stop();
      sim.webhooks.close();
      sim.bulletin.close();
      await Promise.all([app.close(), mail.close()]);
      sim.saver.saveNow();
    },
  };
}

/** Serves the page, also when it is built only after the world has started. */
async function servePage(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: PAGE_FOLDER, index: false });
  app.get('/', async (_request, reply) => {
    if (existsSync(join(PAGE_FOLDER, 'index.html'))) return reply.sendFile('index.html');
    return reply.type('text/html').send(NOT_BUILT);
  });
}

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Песочница</title>
<p style="font: 16px system-ui; padding: 24px">Страница собирается, она откроется сама.<br>The page is being built and will open by itself.</p>`;

function serveServices(app: FastifyInstance, sim: Sim): void {
  const rates = createRates(sim);
  serveDialog360(app, sim, rates);
  serveGraph(app, sim, rates);
  serveHub(app, sim);
  runStatuses(sim);
  runTemplateReviews(sim);
  controlDialog360(app, sim);

  serveTelegram(app, sim, createBotRates(sim));
  runUpdates(sim);
  controlTelegram(app, sim);

  for (const name of VENDOR_NAMES) {
    const platform = platformOf(sim, name);
    servePlatform(app, platform);
    controlPlatform(app, platform);
  }
  serveIiko(app, sim);
  controlIiko(app, sim);
  serveGoogle(app, sim);
  serveSupport(app);
  controlGoogle(app, sim);
  controlMail(app, sim);
  controlPrograms(app, sim);
  for (const service of SERVICES) service.serve(app, sim);
  servePhones(app, sim);
  serveStaff(app, sim);
  serveBusinessAccounts(app, sim);
}
