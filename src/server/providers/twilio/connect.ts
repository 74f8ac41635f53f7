import { z } from 'zod';
import type { ChannelIdentity, Checked, Credentials, Webhook } from '#server/channels/port.ts';
import { callTwilio, type TwilioOptions } from './api.ts';
import { readBalance } from './balance.ts';
import { findSender, type Sender, type SenderBook, setInboundUrl } from './senders.ts';
import { refused, unexpected } from './troubles.ts';

/** @property hooks the path of our webhooks of the kind, e.g. `/hooks/twilio_sms/` */
export type ConnectOptions = TwilioOptions & { book: SenderBook; hooks: string };

const Account = z.object({ status: z.string(), friendly_name: z.string().default('') });

/** Checks that the token is the account's, the account is active, and the sender belongs to it. */
export async function checkAccount(
  options: ConnectOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const result = await callTwilio(options, credentials, { method: 'GET', path: '.json', ...(signal && { signal }) });
  if (result.kind !== 'ok') return refused(result, 'unexpected_answer');
  const account = Account.safeParse(result.json);
  if (!account.success) return unexpected();
  const { status } = account.data;
  if (status !== 'active') return { isOk: false, trouble: 'blocked', text: `Account is ${status}`, isTemporary: false };
  const sender = await getSender(options, credentials);
  if (!sender.isOk) return sender;
  const { kind, id, title } = sender.value;
  const balance = await readBalance(options, credentials);
  return { isOk: true, value: { externalId: id, address: kind === 'service' ? title : id, name: title, balance } };
}

/**
 * Makes Twilio post inbound messages to our webhook. Statuses are requested with each message.
 *
 * A messaging service has one address for SMS and WhatsApp: it can serve one channel of ours.
 */
export async function setWebhook(
  options: ConnectOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const sender = await getSender(options, credentials);
  if (!sender.isOk) return sender;
  if (isOtherKind(sender.value.webhookUrl, options.hooks))
    return { isOk: false, trouble: 'hook_refused', text: TAKEN_SERVICE, isTemporary: false };
  const result = await setInboundUrl(options, credentials, sender.value, webhook.url);
  return result.kind === 'ok' ? { isOk: true, value: null } : refused(result, 'hook_refused');
}

/**
 * Checks the number's only address for inbound messages: another program may have replaced it, so that we receive
 * nothing.
 */
export async function inspectWebhook(
  options: ConnectOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const sender = await getSender(options, credentials);
  if (!sender.isOk) return sender;
  if (sender.value.webhookUrl === webhook.url) return { isOk: true, value: null };
  return { isOk: false, trouble: 'hook_failing', text: sender.value.webhookUrl, isTemporary: false };
}

const TAKEN_SERVICE =
  'This messaging service receives for another channel already: choose another service, or a number';

const isOtherKind = (url: string | null, hooks: string) =>
  url !== null && url.includes('/hooks/twilio_') && !url.includes(hooks);

/** Removes our address; another program's stays. */
export async function removeWebhook(
  options: ConnectOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<void> {
  const sender = await getSender(options, credentials);
  if (sender.isOk && sender.value.webhookUrl === webhook.url)
    await setInboundUrl(options, credentials, sender.value, '');
}

async function getSender(options: ConnectOptions, credentials: Credentials): Promise<Checked<Sender>> {
  const found = await findSender(options, options.book, credentials);
  if (!found.isOk) return found;
  if (found.value) return { isOk: true, value: found.value };
  const text = `The account has no sender ${credentials['sender'] ?? ''}`;
  return { isOk: false, trouble: 'not_permitted', text, isTemporary: false };
}
