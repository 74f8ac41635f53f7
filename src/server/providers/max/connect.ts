import { z } from 'zod';
import type { ChannelTrouble } from '#contract/channels/calls.ts';
import type { ChannelIdentity, Checked, Credentials, Webhook } from '#server/channels/port.ts';
import { callMax, type MaxOptions, type MaxResult } from './api.ts';

const Me = z.object({
  user_id: z.int(),
  first_name: z.string().default(''),
  name: z.string().optional(),
  username: z.string().nullish(),
  is_bot: z.literal(true),
});
const Subscriptions = z.object({ subscriptions: z.array(z.object({ url: z.string() })) });

/** Updates that we read. */
const UPDATES = [
  'message_created',
  'message_edited',
  'message_removed',
  'message_callback',
  'bot_started',
  'bot_stopped',
  'dialog_removed',
];

const unexpected = { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false } as const;

export async function checkToken(
  options: MaxOptions,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const answer = await callMax(options, credentials, { method: 'GET', path: '/me', signal });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const me = Me.safeParse(answer.json);
  if (!me.success) return unexpected;
  const { user_id, username, first_name, name } = me.data;
  return {
    isOk: true,
    value: { externalId: String(user_id), address: username ? `@${username}` : null, name: name ?? first_name },
  };
}

export async function subscribe(
  options: MaxOptions,
  credentials: Credentials,
  { url, headerSecret: secret }: Webhook,
): Promise<Checked<null>> {
  const json = { url, update_types: UPDATES, secret };
  const answer = await callMax(options, credentials, { method: 'POST', path: '/subscriptions', json });
  return answer.kind === 'ok' ? { isOk: true, value: null } : troubleOf(answer, 'hook_refused');
}

/** Whether our subscription is still there: MAX drops one that failed for 8 hours. */
export async function inspectWebhook(
  options: MaxOptions,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const answer = await callMax(options, credentials, { method: 'GET', path: '/subscriptions' });
  if (answer.kind !== 'ok') return troubleOf(answer, 'unexpected_answer');
  const list = Subscriptions.safeParse(answer.json);
  if (!list.success) return unexpected;
  const isThere = list.data.subscriptions.some(({ url }) => url === webhook.url);
  return isThere
    ? { isOk: true, value: null }
    : { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
}

function troubleOf(answer: Exclude<MaxResult, { kind: 'ok' }>, refused: ChannelTrouble): Checked<never> {
  if (answer.kind === 'strange') {
    const { status } = answer;
    return { isOk: false, trouble: 'unexpected_answer', text: `HTTP ${status}`, isTemporary: status >= 500 };
  }
  if (answer.kind !== 'refused') return { isOk: false, trouble: 'unreachable', text: answer.reason, isTemporary: true };
  const { status, text } = answer;
  if (status === 401) return { isOk: false, trouble: 'wrong_token', text, isTemporary: false };
  if (status === 403) return { isOk: false, trouble: 'blocked', text, isTemporary: false };
  if (status === 429 || status >= 500) return { isOk: false, trouble: 'unreachable', text, isTemporary: true };
  return { isOk: false, trouble: refused, text, isTemporary: false };
}
