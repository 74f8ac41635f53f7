import { z } from 'zod';
import type { Checked, Credentials, Webhook } from '#server/channels/port.ts';
import { sameSecret } from '#server/platform/secrets/vault.ts';
import { callInstance, type GreenApiOptions } from './api.ts';
import { troubleOf } from './errors.ts';

/**
 * The settings of a session: contacts' messages and changes of them, statuses, its state, and what is written on the phone itself. What we
 * send ourselves is not posted back.
 */
export const settingsOf = ({ url, headerSecret }: Webhook) => ({
  webhookUrl: url,
  webhookUrlToken: headerSecret,
  delaySendMessagesMilliseconds: 500,
  markIncomingMessagesReaded: 'no',
  outgoingWebhook: 'yes',
  outgoingMessageWebhook: 'yes',
  outgoingAPIMessageWebhook: 'no',
  incomingWebhook: 'yes',
  editedMessageWebhook: 'yes',
  deletedMessageWebhook: 'yes',
  stateWebhook: 'yes',
  keepOnlineStatus: 'no',
});

/** Registers our webhook. NOTE: the gateway restarts the session, so it is not repeated without need. */
export async function saveSettings(
  options: GreenApiOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const answer = await callInstance(options, credentials, { method: 'setSettings', json: settingsOf(webhook) });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'hook_refused');
}

const Settings = z.object({
  webhookUrl: z.string().default(''),
  webhookUrlToken: z.string().default(''),
  incomingWebhook: z.string().default('no'),
});

/** Checks the session's only webhook: someone may have replaced it in the gateway's console. */
export async function inspectSettings(
  options: GreenApiOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const answer = await callInstance(options, credentials, { method: 'getSettings' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const read = Settings.safeParse(answer.json);
  if (!read.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
  const { webhookUrl, webhookUrlToken, incomingWebhook } = read.data;
  const isExpected = webhookUrl === webhook.url && sameSecret(webhookUrlToken, webhook.headerSecret);
  if (isExpected && incomingWebhook === 'yes') return { isOk: true, value: null };
  return { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
}
