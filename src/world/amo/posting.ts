import type { Sim } from '../sim/sim.ts';
import { type Account, amoState, type Webhook } from './state.ts';

const MAX_BAD_ANSWERS = 10;
const SINGULAR: Readonly<Record<string, string>> = { leads: 'lead', contacts: 'contact', task: 'task' };

/** Posts a change to the addresses that requested for it, as a form; every value is a text. */
export function post(
  sim: Sim,
  account: Account,
  change: { entity: 'leads' | 'contacts' | 'task'; action: string; records: Record<string, string | number>[] },
): void {
  if (account.isMute) return;
  const { entity, action, records } = change;
  const form = new URLSearchParams();
  for (const [index, record] of records.entries())
    for (const [name, value] of Object.entries(record))
      form.set(`${entity}[${action}][${index}][${name}]`, String(value));
  form.set('account[id]', String(account.id));
  form.set('account[subdomain]', account.subdomain);
  const setting = `${action}_${SINGULAR[entity]}`;
  for (const webhook of account.webhooks)
    if (!webhook.disabled && webhook.settings.includes(setting)) send(sim, account, webhook, form.toString());
}

function send(sim: Sim, account: Account, webhook: Webhook, body: string): void {
  settle(sim);
  if (webhook.disabled) return;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  sim.webhooks.send({ channel: 'amo', url: webhook.destination, headers, body, tag: `${account.id} ${webhook.id}` });
}

/** Switches addresses off that answered badly ten times. */
export function settle(sim: Sim): void {
  const given = sim.webhooks.list('amo').filter(({ state }) => state === 'given-up');
  for (const account of amoState(sim).accounts)
    for (const webhook of account.webhooks) {
      const bad = given.filter(({ tag }) => tag === `${account.id} ${webhook.id}`).length;
      if (webhook.badAnswers + bad >= MAX_BAD_ANSWERS) webhook.disabled = true;
    }
}
