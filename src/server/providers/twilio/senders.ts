import { z } from 'zod';
import type { ChannelSender } from '#contract/channels/calls.ts';
import type { Checked, Credentials } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import { refused, unexpected } from './troubles.ts';

const PhoneNumber = z.object({
  sid: z.string().regex(/^PN\w+$/),
  phone_number: z.string(),
  friendly_name: z.string().default(''),
  sms_url: z.string().nullish(),
  capabilities: z.object({ sms: z.boolean().default(false) }).default({ sms: false }),
});
const Service = z.object({
  sid: z.string().regex(/^MG\w+$/),
  friendly_name: z.string().default(''),
  inbound_request_url: z.string().nullish(),
});

/** A number, service or WhatsApp sender, with its current address for inbound messages. */
export type Sender = {
  kind: 'number' | 'service' | 'whatsapp';
  sid: string;
  /** E.164 of a number, SID of a service: stored with the credentials, and sent with each message. */
  id: string;
  title: string;
  webhookUrl: string | null;
};

/** The senders of one medium: what it is sent from beside messaging services. */
export type SenderBook = {
  /** @param only its id */
  listOwn(options: TwilioOptions, credentials: Credentials, only?: string): Promise<Checked<Sender[]>>;
  /** Whether a messaging service sends by the medium. */
  isServiceUsable(options: TwilioOptions, credentials: Credentials, service: Sender): Promise<boolean>;
};

/** Numbers that can send SMS. Every messaging service sends by its numbers. */
export const NUMBERS: SenderBook = { listOwn: listNumbers, isServiceUsable: async () => true };

/** Lists the senders of an account: those of the medium, then its messaging services. */
export async function listSenders(
  options: TwilioOptions,
  book: SenderBook,
  credentials: Credentials,
): Promise<Checked<ChannelSender[]>> {
  const own = await book.listOwn(options, credentials);
  if (!own.isOk) return own;
  const services = await listServices(options, credentials);
  if (!services.isOk) return services;
  const usable = await Promise.all(services.value.map((one) => book.isServiceUsable(options, credentials, one)));
  const senders = [...own.value, ...services.value.filter((_, index) => usable[index])];
  return { isOk: true, value: senders.map(({ id, title }) => ({ id, title })) };
}

/** The sender a channel was connected with; null when the account no longer has it. */
export async function findSender(
  options: TwilioOptions,
  book: SenderBook,
  credentials: Credentials,
): Promise<Checked<Sender | null>> {
  const wanted = credentials['sender'] ?? '';
  const listed = isService(wanted)
    ? await listServices(options, credentials)
    : await book.listOwn(options, credentials, wanted);
  if (!listed.isOk) return listed;
  return { isOk: true, value: listed.value.find(({ id }) => id === wanted) ?? null };
}

export const isService = (sender: string) => sender.startsWith('MG');

/** Sets a sender's address for inbound messages. */
export function setInboundUrl(options: TwilioOptions, credentials: Credentials, sender: Sender, url: string) {
  if (sender.kind === 'number') {
    const form = { SmsUrl: url, SmsMethod: 'POST' };
    return callTwilio(options, credentials, { method: 'POST', path: `/IncomingPhoneNumbers/${sender.sid}.json`, form });
  }
  if (sender.kind === 'whatsapp') {
    const json = { webhook: { callback_url: url, callback_method: 'POST' } };
    const path = `/v2/Channels/Senders/${sender.sid}`;
    return callTwilio(options, credentials, { method: 'POST', api: 'messaging', path, json });
  }
  const form = { InboundRequestUrl: url, InboundMethod: 'POST', UseInboundWebhookOnNumber: 'false' };
  const path = `/v1/Services/${sender.sid}`;
  return callTwilio(options, credentials, { method: 'POST', api: 'messaging', path, form });
}

const PAGE = 1_000;

async function listNumbers(
  options: TwilioOptions,
  credentials: Credentials,
  only?: string,
): Promise<Checked<Sender[]>> {
  const filter = only === undefined ? '' : `&PhoneNumber=${encodeURIComponent(only)}`;
  const path = `/IncomingPhoneNumbers.json?PageSize=${PAGE}${filter}`;
  const result = await callTwilio(options, credentials, { method: 'GET', path });
  if (result.kind !== 'ok') return refused(result, 'unexpected_answer');
  const read = z.object({ incoming_phone_numbers: z.array(PhoneNumber) }).safeParse(result.json);
  if (!read.success) return unexpected();
  const numbers = read.data.incoming_phone_numbers.filter(({ capabilities }) => capabilities.sms);
  return {
    isOk: true,
    value: numbers.map(({ sid, phone_number: id, friendly_name, sms_url }) => ({
      kind: 'number',
      sid,
      id,
      title: friendly_name.replaceAll(/\D/g, '') === id.slice(1) ? id : [id, friendly_name].filter(Boolean).join(', '),
      webhookUrl: sms_url || null,
    })),
  };
}

async function listServices(options: TwilioOptions, credentials: Credentials): Promise<Checked<Sender[]>> {
  const result = await callTwilio(options, credentials, {
    method: 'GET',
    api: 'messaging',
    path: `/v1/Services?PageSize=${PAGE}`,
  });
  if (result.kind !== 'ok') return refused(result, 'unexpected_answer');
  const read = z.object({ services: z.array(Service) }).safeParse(result.json);
  if (!read.success) return unexpected();
  return {
    isOk: true,
    value: read.data.services.map(({ sid, friendly_name, inbound_request_url }) => ({
      kind: 'service',
      sid,
      id: sid,
      title: friendly_name || sid,
      webhookUrl: inbound_request_url || null,
    })),
  };
}
