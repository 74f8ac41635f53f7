import type { FastifyInstance } from 'fastify';
import type { Sim } from '../sim/sim.ts';
import { BotError, telegramRefusal } from './errors.ts';
import { type BotRates, callMethod } from './methods.ts';
import { isMethod, readParameters } from './parameters.ts';
import type { Bot } from './state.ts';

/** The Bot API: `/tg/bot{token}/{method}` and the files it gave out. */
export function serveTelegram(app: FastifyInstance, sim: Sim, rates: BotRates): void {
  app.route<{ Params: { token: string; method: string } }>({
    method: ['GET', 'POST'],
    url: '/tg/bot:token/:method',
    handler: async (request, reply) => {
      const { token, method } = request.params;
      try {
        const bot = botOf(sim, token);
        if (!isMethod(method)) throw new BotError(404, 'Not Found: method not found');
        const parameters = await readParameters(request);
        const path = `/tg/bot${bot.id}/${method}`;
        return { ok: true, result: await callMethod({ sim, bot, rates, path }, method, parameters) };
      } catch (error) {
        if (!(error instanceof BotError)) throw error;
        sim.judge.refuse('tg', error.code);
        if (error.code === 429) reply.header('retry-after', String(error.parameters?.['retry_after'] ?? 1));
        return reply.code(error.code).send(error.toBody());
      }
    },
  });
  app.get<{ Params: { token: string; '*': string } }>('/tg/file/bot:token/*', async (request, reply) => {
    const bot = sim.state.tg.bots.find((one) => one.token === request.params.token && !one.revoked);
    const file = bot && Object.values(sim.state.tg.files).find((one) => one.path === request.params['*']);
    if (!file) return reply.code(404).send(telegramRefusal(404, 'Not Found'));
    return reply.type(file.mime).send(Buffer.from(file.base64, 'base64'));
  });
}

function botOf(sim: Sim, token: string): Bot {
  const bot = sim.state.tg.bots.find((one) => one.token === token);
  if (!bot && !/^\d+:[\w-]+$/.test(token)) throw new BotError(404, 'Not Found');
  if (!bot || bot.revoked) throw new BotError(401, 'Unauthorized');
  return bot;
}
