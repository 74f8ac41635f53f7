import { z } from 'zod';
import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ChannelIdentity, Checked, Credentials, Webhook } from '#server/channels/port.ts';
import type { Answer } from '#server/platform/http/http-client.ts';
import { type Dialect, send, type Dialog360Options, dialectOf } from './dialect.ts';
import { classify, readRefusal } from './errors.ts';

const WebhookConfig = z.object({ url: z.string().nullish() });

const PhoneNumber = z.object({
  display_phone_number: z.string().nullish(),
  phone_number: z.string().nullish(),
  verified_name: z.string().nullish(),
});
const MIN_DIGITS = 7;

/** Checks whether the key is valid, and reads its number where the owner has not entered it. */
export async function checkKey(
  options: Dialog360Options,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const dialect = dialectOf(options, credentials);
  const url = dialect.webhookUrl ?? `${dialect.templatesUrl}?limit=1`;
  const answer = await send(options, dialect, { method: 'GET', url, ...(signal && { signal }) });
  // NOTE: a number without a webhook may answer 404 here; it still proves that the key is accepted.
  if (answer.kind === 'answered' && (answer.status < 300 || answer.status === 404)) {
    const phone = credentials['phone'] ?? '';
    if (phone === '' && credentials['phoneNumberId'] === undefined) return readNumber(options, dialect, signal);
    const externalId = credentials['phoneNumberId'] ?? phone.replaceAll(/\D/g, '');
    return { isOk: true, value: { externalId, address: phone || null, name: null } };
  }
  const refusal = troubleOf(answer, 'unexpected_answer');
  const isSandbox = !refusal.isOk && refusal.trouble === 'wrong_key' && SANDBOX_KEY.test(credentials['apiKey'] ?? '');
  return isSandbox ? { ...refusal, trouble: 'test_credentials' } : refusal;
}

/** Keys of the sandbox are accepted at its own address alone; https://docs.360dialog.com/docs/waba-messaging/sandbox */
const SANDBOX_KEY = /_sandbox$/i;

/** Reads the number of a key. Some keys do not report it: the owner enters it then. */
async function readNumber(
  options: Dialog360Options,
  dialect: Dialect,
  signal: AbortSignal | undefined,
): Promise<Checked<ChannelIdentity>> {
  if (!dialect.numberUrl) return NUMBER_UNKNOWN;
  const answer = await send(options, dialect, { method: 'GET', url: dialect.numberUrl, ...(signal && { signal }) });
  if (answer.kind !== 'answered') return troubleOf(answer, 'unexpected_answer');
  const read = PhoneNumber.safeParse(answer.json);
  if (answer.status >= 300 || !read.success) return NUMBER_UNKNOWN;
  const digits = (read.data.display_phone_number ?? read.data.phone_number ?? '').replaceAll(/\D/g, '');
  if (digits.length < MIN_DIGITS) return NUMBER_UNKNOWN;
  const phone = `+${digits}`;
  return {
    isOk: true,
    value: { externalId: digits, address: phone, name: read.data.verified_name ?? null, read: { phone } },
  };
}

const NUMBER_UNKNOWN = { isOk: false, trouble: 'number_unknown', text: null, isTemporary: false } as const;

/** Makes 360dialog post to our webhook, with our second secret in a header. At Meta webhooks are set by hand. */
export async function setWebhook(
  options: Dialog360Options,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const dialect = dialectOf(options, credentials);
  if (!dialect.webhookUrl) return { isOk: true, value: null };
  const json = { url: webhook.url, headers: { Authorization: `Bearer ${webhook.headerSecret}` } };
  const answer = await send(options, dialect, { method: 'POST', url: dialect.webhookUrl, json });
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'hook_refused');
  // A failure of this webhook is harmless: templates are read every ten minutes too.
  if (dialect.accountWebhookUrl) {
    const account = { url: webhook.url, override_all: false };
    await send(options, dialect, { method: 'POST', url: dialect.accountWebhookUrl, json: account });
  }
  return { isOk: true, value: null };
}

export async function inspectWebhook(
  options: Dialog360Options,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const dialect = dialectOf(options, credentials);
  if (!dialect.webhookUrl) return { isOk: true, value: null };
  const answer = await send(options, dialect, { method: 'GET', url: dialect.webhookUrl });
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
  const config = WebhookConfig.safeParse(answer.json);
  if (config.success && config.data.url === webhook.url) return { isOk: true, value: null };
  return { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
}

export function troubleOf(answer: Answer, refused: ChannelTrouble): Checked<never> {
  if (answer.kind !== 'answered')
    return { isOk: false, trouble: 'unreachable', text: answer.reason, isTemporary: true };
  const refusal = readRefusal(answer.status, answer.json) ?? { status: answer.status, code: null, text: '' };
  const text = refusal.text || `HTTP ${answer.status}`;
  const { errorClass } = classify(refusal);
  const isTemporary = errorClass === 'temporary' || errorClass === 'rate_limited';
  if (isTemporary) return { isOk: false, trouble: 'unreachable', text, isTemporary };
  if (errorClass === 'auth')
    return { isOk: false, trouble: answer.status === 403 ? 'not_permitted' : 'wrong_key', text, isTemporary };
  if (errorClass === 'quota') return { isOk: false, trouble: 'payment_needed', text, isTemporary };
  if (errorClass === 'account_blocked') return { isOk: false, trouble: 'blocked', text, isTemporary };
  return { isOk: false, trouble: refused, text, isTemporary };
}
