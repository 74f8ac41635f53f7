import { z } from 'zod';
import type { Checked, Credentials } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import type { Sender, SenderBook } from './senders.ts';
import { refused, unexpected } from './troubles.ts';

const PREFIX = 'whatsapp:';

/** The address of a number on WhatsApp, as Twilio writes it. */
export const onWhatsapp = (address: string) => `${PREFIX}${address}`;

/** The number or user id behind an address on WhatsApp; null for an address that is not there. */
export function fromWhatsapp(address: string): string | null {
  return address.startsWith(PREFIX) ? address.slice(PREFIX.length) : null;
}

const ChannelSender = z.object({
  sid: z.string().regex(/^XE\w+$/),
  sender_id: z.string(),
  status: z.string().default(''),
  profile: z.object({ name: z.string().nullish() }).nullish(),
  webhook: z.object({ callback_url: z.string().nullish() }).nullish(),
});

/** WhatsApp senders of an account; https://www.twilio.com/docs/whatsapp/api/senders */
export const WHATSAPP_SENDERS: SenderBook = {
  async listOwn(options, credentials, only) {
    const path = '/v2/Channels/Senders?Channel=whatsapp&PageSize=1000';
    const result = await callTwilio(options, credentials, { method: 'GET', api: 'messaging', path });
    if (result.kind !== 'ok') return refused(result, 'unexpected_answer');
    const read = z.object({ senders: z.array(ChannelSender) }).safeParse(result.json);
    if (!read.success) return unexpected();
    const senders = read.data.senders.filter(({ sender_id }) => fromWhatsapp(sender_id) !== null).map(toSender);
    if (only === undefined) return { isOk: true, value: senders };
    const found = senders.find(({ id }) => id === only);
    return found ? readSender(options, credentials, found.sid) : { isOk: true, value: [] };
  },
  async isServiceUsable(options, credentials, { sid }) {
    const path = `/v1/Services/${sid}/ChannelSenders?PageSize=100`;
    const result = await callTwilio(options, credentials, { method: 'GET', api: 'messaging', path });
    const read = result.kind === 'ok' ? ServiceSenders.safeParse(result.json) : null;
    return read?.data?.senders.some(({ sender }) => fromWhatsapp(sender) !== null) ?? false;
  },
};

const ServiceSenders = z.object({ senders: z.array(z.object({ sender: z.string() })) });

/** One sender whole: a list may leave its webhook out. */
async function readSender(options: TwilioOptions, credentials: Credentials, sid: string): Promise<Checked<Sender[]>> {
  const path = `/v2/Channels/Senders/${sid}`;
  const result = await callTwilio(options, credentials, { method: 'GET', api: 'messaging', path });
  if (result.kind !== 'ok') return refused(result, 'unexpected_answer');
  const read = ChannelSender.safeParse(result.json);
  if (!read.success) return unexpected();
  const { status, sender_id } = read.data;
  if (OFFLINE.test(status)) {
    const text = `${sender_id}: ${status}`;
    return { isOk: false, trouble: 'not_permitted', text, isTemporary: false };
  }
  return { isOk: true, value: [toSender(read.data)] };
}

/** States in which a sender takes no messages: while it is registered, and after it was taken offline. */
const OFFLINE = /^(CREATING|OFFLINE|PENDING_VERIFICATION|VERIFYING|STUBBED|DRAFT)/i;

function toSender({ sid, sender_id, profile, webhook }: z.infer<typeof ChannelSender>): Sender {
  const id = fromWhatsapp(sender_id) ?? sender_id;
  const title = [id, profile?.name].filter(Boolean).join(', ');
  return { kind: 'whatsapp', sid, id, title, webhookUrl: webhook?.callback_url || null };
}
