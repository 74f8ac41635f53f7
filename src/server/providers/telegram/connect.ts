import { z } from 'zod';
import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ChannelIdentity, Checked, Credentials, Webhook } from '#server/channels/port.ts';
import { callBot, type TelegramOptions, type TelegramResult } from './api.ts';

const Me = z.object({ id: z.int(), is_bot: z.literal(true), first_name: z.string(), username: z.string() });
const WebhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int().default(0),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
});

const LATELY_S = 600;

/** Subscribed updates: messages, edits of them, reactions, taps, and blocks. */
const UPDATES = ['message', 'edited_message', 'message_reaction', 'callback_query', 'my_chat_member'];

export async function checkToken(
  options: TelegramOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const answer = await callBot(options, credentials, { method: 'getMe', signal });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const me = Me.safeParse(answer.result);
  if (!me.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
  const { id, username, first_name } = me.data;
  return { isOk: true, value: { externalId: String(id), address: `@${username}`, name: first_name } };
}

export async function setWebhook(
  options: TelegramOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const json = { url: webhook.url, secret_token: webhook.headerSecret, allowed_updates: UPDATES, max_connections: 40 };
  const answer = await callBot(options, credentials, { method: 'setWebhook', json });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'hook_refused');
}

/**
 * Checks the bot's only webhook: another program may have replaced it, so that we receive nothing.
 *
 * NOTE: Telegram reports the last error forever, so an old one is ignored; while webhooks fail it retries every minute
 * or
 * two.
 */
export async function inspectWebhook(
  options: TelegramOptions,
  credentials: Credentials,
  { webhook, now }: { webhook: Webhook; now: Temporal.Instant },
): Promise<Checked<null>> {
  const answer = await callBot(options, credentials, { method: 'getWebhookInfo' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const info = WebhookInfo.safeParse(answer.result);
  if (!info.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
  const { url, pending_update_count, last_error_date = 0, last_error_message } = info.data;
  const hasFailedLately = last_error_date >= now.epochMilliseconds / 1000 - LATELY_S;
  const isFailing = url !== webhook.url || (pending_update_count > 0 && hasFailedLately);
  if (!isFailing) return { isOk: true, value: null };
  const text = hasFailedLately ? (last_error_message ?? null) : null;
  return { isOk: false, trouble: 'hook_failing', text, isTemporary: false };
}

function troubleOf(answer: Exclude<TelegramResult, { kind: 'ok' }>, refused: ChannelTrouble): Checked<never> {
  if (answer.kind === 'strange')
    return {
      isOk: false,
      trouble: 'unexpected_answer',
      text: `HTTP ${answer.status}`,
      isTemporary: answer.status >= 500,
    };
  if (answer.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: answer.reason, isTemporary: true };
  const { status, text } = answer;
  if (status === 401 || status === 404) return { isOk: false, trouble: 'wrong_token', text, isTemporary: false };
  if (status === 403) return { isOk: false, trouble: 'blocked', text, isTemporary: false };
  if (status === 429 || status >= 500) return { isOk: false, trouble: 'unreachable', text, isTemporary: true };
  return { isOk: false, trouble: refused, text, isTemporary: false };
}
