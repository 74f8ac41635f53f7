import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { found, readOrder } from '../values/control-error.ts';
import { digits } from '../cast/people.ts';
import { changeState } from '../green-api/telegram/sign-in.ts';
import { greenTelegram } from '../green-api/telegram/state.ts';
import { sigmaState } from '../sigma/state.ts';
import type { Sim } from '../sim/sim.ts';
import { twilioState } from '../twilio/state.ts';
import { setState } from '../whatsapp/network.ts';
import { whatsAppState } from '../whatsapp/state.ts';

/** How an account stops to work: its key is revoked, its session ended on the phone, or the vendor suspends it. */
type Death = 'key' | 'session' | 'account';

/** An account from which a business writes to people. */
type BusinessAccount = {
  id: string;
  name: string;
  address: string;
  isAlive: boolean;
  /** Whether some cabinet uses it now. A session exists only while it is used. */
  isUsed: boolean;
};

type AccountKind = {
  title: string;
  death: Death;
  list(sim: Sim): BusinessAccount[];
  /** Kills or heals one. A session is healed only by joining again. */
  change(sim: Sim, id: string, isAlive: boolean): void;
};

const KINDS: Record<string, AccountKind> = {
  d360: {
    title: '360dialog',
    death: 'key',
    list: (sim) =>
      sim.state.d360.numbers.map(({ phoneNumberId, name, phone, isRevoked = false, webhook }) => {
        return { id: phoneNumberId, name, address: `+${phone}`, isAlive: !isRevoked, isUsed: webhook !== null };
      }),
    change(sim, id, isAlive) {
      const number = sim.state.d360.numbers.find(({ phoneNumberId }) => phoneNumberId === id);
      found(number, 'number').isRevoked = !isAlive;
      sim.changed('d360');
    },
  },
  tg: {
    title: 'Telegram',
    death: 'key',
    list: (sim) =>
      sim.state.tg.bots.map(({ id, name, username, revoked, webhook }) => {
        return { id: String(id), name, address: `@${username}`, isAlive: !revoked, isUsed: webhook !== null };
      }),
    change(sim, id, isAlive) {
      found(
        sim.state.tg.bots.find((bot) => String(bot.id) === id),
        'bot',
      ).revoked = !isAlive;
      sim.changed('tg');
    },
  },
  greentg: {
    title: 'Telegram (phone)',
    death: 'session',
    list: (sim) => {
      const { accounts, instances } = greenTelegram(sim);
      return accounts.flatMap(({ name, phone }) => {
        const instance = instances.findLast((one) => one.phone === phone);
        if (!instance) return [];
        return [{ id: phone, name, address: `+${phone}`, isAlive: instance.state === 'authorized', isUsed: true }];
      });
    },
    change(sim, id, isAlive) {
      const instance = greenTelegram(sim).instances.findLast((one) => one.phone === digits(id));
      if (!isAlive) changeState(sim, found(instance, 'session'), 'notAuthorized');
    },
  },
  whatsapp: {
    title: 'WhatsApp (QR)',
    death: 'session',
    list: (sim) => {
      const { phones, sessions } = whatsAppState(sim);
      return phones.flatMap(({ name, number }) => {
        const own = sessions.filter((one) => one.number === number);
        const isAlive = own.some(({ state }) => state === 'authorized');
        return own.length === 0 ? [] : [{ id: number, name, address: `+${number}`, isAlive, isUsed: true }];
      });
    },
    change(sim, id, isAlive) {
      const own = whatsAppState(sim).sessions.filter((one) => one.number === digits(id));
      found(own[0], 'session');
      if (!isAlive) for (const session of own) setState(sim, session, 'notAuthorized');
    },
  },
  twilio: {
    title: 'Twilio',
    death: 'account',
    list: (sim) => {
      const { accounts, senders } = twilioState(sim);
      return accounts.map(({ sid, name, status }) => {
        const own = senders.filter(({ accountSid }) => accountSid === sid);
        const address = own[0]?.phone ?? '';
        const isUsed = own.some(({ inboundUrl }) => inboundUrl !== '');
        return { id: sid, name, address, isAlive: status === 'active', isUsed };
      });
    },
    change(sim, id, isAlive) {
      const account = twilioState(sim).accounts.find(({ sid }) => sid === id);
      found(account, 'account').status = isAlive ? 'active' : 'suspended';
      sim.changed('twilio');
    },
  },
  sigma: {
    title: 'Sigma SMS',
    death: 'account',
    // NOTE: it posts nothing to anybody, so that nobody sees who uses it.
    list: (sim) =>
      sigmaState(sim).accounts.map(({ id, name, username, isBlocked }) => {
        return { id, name, address: username, isAlive: !isBlocked, isUsed: true };
      }),
    change(sim, id, isAlive) {
      const account = sigmaState(sim).accounts.find((one) => one.id === id);
      found(account, 'account').isBlocked = !isAlive;
      sim.changed('sigma');
    },
  },
};

const Change = z.strictObject({ isAlive: z.boolean() });

/** The accounts of businesses at all services that carry messages, and how they stop to work. */
export function serveBusinessAccounts(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/accounts', async () => ({
    kinds: Object.entries(KINDS).map(([service, { title, death, list }]) => {
      return { service, title, death, accounts: list(sim).filter(({ isUsed }) => isUsed) };
    }),
  }));
  app.patch<{ Params: { service: string; id: string } }>('/_sim/accounts/:service/:id', async (request) => {
    const { service, id } = request.params;
    const { isAlive } = readOrder(Change, request.body);
    found(KINDS[service], 'service').change(sim, id, isAlive);
    sim.changed('engineer');
    return { service, id, isAlive };
  });
}
