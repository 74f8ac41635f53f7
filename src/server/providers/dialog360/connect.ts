import { z } from 'zod';
import type { ChannelTrouble } from '#contract/channels.ts';
import type { ChannelIdentity, Checked, Credentials, Webhook, ProviderTemplate } from '#server/channels/port.ts';
import type { Answer } from '#server/platform/http-client.ts';
import { ask, type Dialog360Options, dialectOf } from './dialect.ts';
import { classify, readRefusal } from './errors.ts';
import { describeTemplate } from './template-grammar.ts';

const WebhookConfig = z.object({ url: z.string().nullish() });

/**
 * Checks whether the key is valid. 360dialog does not return a key's number, so the identity is the phone the owner
 * entered.
 */
export async function checkKey(
  options: Dialog360Options,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<Checked<ChannelIdentity>> {
  const dialect = dialectOf(options, credentials);
  const url = dialect.webhookUrl ?? `${dialect.templatesUrl}?limit=1`;
  const answer = await ask(options, dialect, { method: 'GET', url, ...(signal && { signal }) });
  // NOTE: a number without a webhook may answer 404 here; it still proves that the key is accepted.
  if (answer.kind === 'answered' && (answer.status < 300 || answer.status === 404)) {
    const phone = credentials['phone'] ?? '';
    const externalId = credentials['phoneNumberId'] ?? phone.replaceAll(/\D/g, '');
    return { isOk: true, value: { externalId, address: phone || null, name: null } };
  }
  return troubleOf(answer, 'unexpected_answer');
}

/** Makes 360dialog post to our webhook, with our second secret in a header. At Meta webhooks are set by hand. */
export async function setWebhook(
  options: Dialog360Options,
  credentials: Credentials,
  webhook: Webhook,
): Promise<Checked<null>> {
  const dialect = dialectOf(options, credentials);
  if (!dialect.webhookUrl) return { isOk: true, value: null };
  const json = { url: webhook.url, headers: { Authorization: `Bearer ${webhook.headerSecret}` } };
  const answer = await ask(options, dialect, { method: 'POST', url: dialect.webhookUrl, json });
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'hook_refused');
  // A failure of this webhook is harmless: templates are read every ten minutes too.
  if (dialect.accountWebhookUrl) {
    const account = { url: webhook.url, override_all: false };
    await ask(options, dialect, { method: 'POST', url: dialect.accountWebhookUrl, json: account });
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
  const answer = await ask(options, dialect, { method: 'GET', url: dialect.webhookUrl });
  if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
  const config = WebhookConfig.safeParse(answer.json);
  if (config.success && config.data.url === webhook.url) return { isOk: true, value: null };
  return { isOk: false, trouble: 'hook_failing', text: null, isTemporary: false };
}

const Template = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string().default(''),
  status: z.string(),
  rejected_reason: z.string().nullish(),
  components: z.array(z.looseObject({ type: z.string() })).default([]),
});
const TemplatePage = z.union([
  z.object({ waba_templates: z.array(Template), total: z.number().optional() }),
  z.object({
    data: z.array(Template),
    paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
  }),
]);

const PAGE = 100;
/** More names than any portfolio may have (6 000). */
const MAX_PAGES = 100;

export async function listTemplates(
  options: Dialog360Options,
  credentials: Credentials,
): Promise<Checked<ProviderTemplate[]>> {
  const dialect = dialectOf(options, credentials);
  const templates: ProviderTemplate[] = [];
  let from = `offset=0`;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await ask(options, dialect, { method: 'GET', url: `${dialect.templatesUrl}?limit=${PAGE}&${from}` });
    if (answer.kind !== 'answered' || answer.status >= 300) return troubleOf(answer, 'unexpected_answer');
    const read = TemplatePage.safeParse(answer.json);
    if (!read.success) return { isOk: false, trouble: 'unexpected_answer', text: null, isTemporary: false };
    const rows = 'data' in read.data ? read.data.data : read.data.waba_templates;
    templates.push(...rows.map(toTemplate));
    const after = 'data' in read.data ? read.data.paging?.next && read.data.paging.cursors?.after : undefined;
    if ('data' in read.data ? !after : rows.length < PAGE) break;
    from = after ? `after=${encodeURIComponent(after)}` : `offset=${templates.length}`;
  }
  return { isOk: true, value: templates };
}

/** 360dialog writes statuses in lower case, Meta in upper; a reason `NONE` means no reason. */
function toTemplate({ name, language, category, status, rejected_reason, components }: z.infer<typeof Template>) {
  const reason = rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : null;
  return {
    name,
    language,
    category: category.toLowerCase(),
    status: status.toLowerCase(),
    reason,
    content: describeTemplate(components),
  };
}

function troubleOf(answer: Answer, refused: ChannelTrouble): Checked<never> {
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
