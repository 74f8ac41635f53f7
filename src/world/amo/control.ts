import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { found, readOrder } from '../values/control-error.ts';
import { addContact, addLead, addTask, deleteLead, finishTask, moveLead, nowOf, setPrice } from './changes.ts';
import { emptyAccount } from './fixtures.ts';
import { giveCode, hostOf } from './oauth.ts';
import { type Account, amoState } from './state.ts';

const Which = z.strictObject({ account: z.string().default('romashka') });
const Switches = Which.extend({
  hasWebhooks: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  isPaid: z.boolean().optional(),
  disablesWebhooks: z.boolean().optional(),
  killsTokens: z.boolean().optional(),
  endsTokens: z.boolean().optional(),
  isMute: z.boolean().optional(),
});

export const accountNamed = (sim: Sim, subdomain: string): Account =>
  found(
    amoState(sim).accounts.find((one) => one.subdomain === subdomain),
    'account',
  );

/** Changes something, without its webhooks where they are to be lost. */
function quietly<Result>(account: Account, isQuiet: boolean, change: () => Result): Result {
  const before = account.isMute;
  account.isMute = before || isQuiet;
  try {
    return change();
  } finally {
    account.isMute = before;
  }
}

export function controlAmo(app: FastifyInstance, sim: Sim): void {
  app.get('/_sim/amo', async () => amoState(sim));
  app.post('/_sim/amo/accounts', async (request) => {
    const { subdomain } = readOrder(z.strictObject({ subdomain: z.string() }), request.body);
    const account = emptyAccount(nowOf(sim), 500_510 + sim.ids.next('amo.account'), subdomain);
    amoState(sim).accounts.push(account);
    sim.changed('amo');
    return { id: account.id, subdomain };
  });
  // The owner allows the access, without the page.
  app.post('/_sim/amo/codes', async (request) => {
    const account = accountNamed(sim, readOrder(Which, request.body).account);
    return { code: giveCode(sim, account), referer: hostOf(account) };
  });
  app.patch('/_sim/amo', async (request) => {
    const { account: name, disablesWebhooks, killsTokens, endsTokens, ...switches } = readOrder(Switches, request.body);
    const account = Object.assign(accountNamed(sim, name), switches);
    if (disablesWebhooks) for (const webhook of account.webhooks) webhook.disabled = true;
    if (switches.hasWebhooks === false) account.webhooks = [];
    if (endsTokens) for (const token of account.tokens) token.endsAt = sim.clock.now();
    if (killsTokens) for (const token of account.tokens) token.isDead = true;
    sim.changed('amo');
    return {};
  });
  // The account gets another subdomain; its former host leads on, or is nobody's.
  app.post('/_sim/amo/moves', async (request) => {
    const Order = Which.extend({ subdomain: z.string(), leadsOn: z.boolean().default(true) });
    const { account: name, subdomain, leadsOn } = readOrder(Order, request.body);
    const account = accountNamed(sim, name);
    account.formerHosts.push({ host: hostOf(account), leadsOn });
    account.subdomain = subdomain;
    sim.changed('amo');
    return { host: hostOf(account) };
  });
  app.post('/_sim/amo/leads', async (request) => {
    const Order = Which.extend({
      name: z.string(),
      price: z.number().default(0),
      contactId: z.int().nullable().default(null),
      /** A person who is made with the deal. */
      person: z.strictObject({ name: z.string(), phone: z.string() }).optional(),
      webhook: z.boolean().default(true),
    });
    const { account: name, person, webhook, contactId, ...about } = readOrder(Order, request.body);
    const account = accountNamed(sim, name);
    return quietly(account, !webhook, () => {
      const made = person && addContact(sim, account, { first: person.name, last: '', phone: person.phone });
      return addLead(sim, account, { ...about, contactId: made?.id ?? contactId });
    });
  });
  app.patch<{ Params: { id: string } }>('/_sim/amo/leads/:id', async (request) => {
    const Order = Which.extend({
      price: z.number().optional(),
      stage: z.strictObject({ pipelineId: z.int(), statusId: z.int() }).optional(),
      isDeleted: z.literal(true).optional(),
      webhook: z.boolean().default(true),
    });
    const { account: name, price, stage, isDeleted, webhook } = readOrder(Order, request.body);
    const account = accountNamed(sim, name);
    const lead = found(
      account.leads.find(({ id }) => String(id) === request.params.id),
      'lead',
    );
    return quietly(account, !webhook, () => {
      if (price !== undefined) setPrice(sim, account, lead, price);
      if (stage) moveLead(sim, account, lead, stage);
      if (isDeleted) deleteLead(sim, account, lead);
      return lead;
    });
  });
  app.post('/_sim/amo/tasks', async (request) => {
    const Order = Which.extend({ leadId: z.int(), text: z.string(), dueAt: z.int() });
    const { account, leadId, text, dueAt } = readOrder(Order, request.body);
    return addTask(sim, accountNamed(sim, account), { text, entityId: leadId, entityType: 'leads', dueAt });
  });
  app.patch<{ Params: { id: string } }>('/_sim/amo/tasks/:id', async (request) => {
    const { account: name } = readOrder(Which.extend({ isDone: z.literal(true) }), request.body);
    const account = accountNamed(sim, name);
    const task = found(
      account.tasks.find(({ id }) => String(id) === request.params.id),
      'task',
    );
    finishTask(sim, account, task);
    return task;
  });
  // The query of the disconnect webhook, signed as amoCRM does.
  app.post('/_sim/amo/removals', async (request) => {
    const account = accountNamed(sim, readOrder(Which, request.body).account);
    const { clientId, clientSecret } = amoState(sim);
    for (const token of account.tokens) token.isDead = true;
    const signature = createHmac('sha256', clientSecret).update(`${clientId}|${account.id}`).digest('hex');
    const query = { account_id: String(account.id), client_uuid: clientId, signature };
    if (sim.productUrl) await fetch(`${sim.productUrl}/hooks/amo-disconnect?${new URLSearchParams(query).toString()}`);
    return query;
  });
}
