import type { Sim } from '../sim/sim.ts';
import { TwilioError } from './errors.ts';
import type { Account, Sender } from './state.ts';
import { twilioState } from './state.ts';

export const PREFIX = 'whatsapp:';
export const WINDOW_MS = 24 * 3_600_000;

export const withoutPrefix = (address: string) => address.replace(PREFIX, '');

export const isWhatsapp = (address: string) => address.startsWith(PREFIX);

/** Whether free text is allowed from a sender to a person: they wrote within the day. */
export function isWindowOpen(sim: Sim, pair: string): boolean {
  const at = twilioState(sim).lastInbound[pair];
  return at !== undefined && sim.clock.now() - at < WINDOW_MS;
}

type Call = { sim: Sim; account: Account; method: string; path: string; fields: Record<string, unknown> };

/** `/v2/Channels/Senders`; null for another path. */
export function answerSenders({ sim, account, method, path, fields }: Call): unknown {
  const senders = twilioState(sim).senders.filter(
    ({ kind, accountSid }) => kind === 'whatsapp' && accountSid === account.sid,
  );
  // The list leaves webhooks out, as Twilio's does.
  if (method === 'GET' && path === 'Channels/Senders')
    return { senders: senders.map((one) => ({ ...toSender(one), webhook: null })), meta: { page: 0, key: 'senders' } };
  const sender = senders.find(({ sid }) => path === `Channels/Senders/${sid}`);
  if (!sender) return null;
  if (method === 'POST') setWebhook(sim, sender, fields['webhook']);
  return toSender(sender);
}

function setWebhook(sim: Sim, sender: Sender, webhook: unknown): void {
  const url = (webhook as { callback_url?: unknown } | undefined)?.callback_url;
  if (typeof url !== 'string') return;
  const isPublic = url === '' || url.startsWith('https:') || /^http:\/\/(localhost|127\.)/.test(url);
  if (!isPublic) throw new TwilioError(400, 20001, 'Invalid webhook callback_url');
  sender.inboundUrl = url;
  sim.changed('twilio');
}

const toSender = ({ sid, id, name, inboundUrl }: Sender) => ({
  sid,
  status: 'ONLINE',
  sender_id: id,
  configuration: { waba_id: `WABA${sid.slice(-4)}`, verification_method: 'sms' },
  webhook: { callback_url: inboundUrl || null, callback_method: 'POST', fallback_url: null, status_callback_url: null },
  profile: { name, about: null, vertical: 'Beauty, Spa and Salon' },
  properties: { quality_rating: 'HIGH', messaging_limit: '1K Customers/24hr' },
  offline_reasons: null,
  url: `https://messaging.twilio.com/v2/Channels/Senders/${sid}`,
});
