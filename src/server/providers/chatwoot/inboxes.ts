import { z } from 'zod';
import type { Caller, ProviderResult } from '#server/connections/port.ts';
import type { InboxFacts } from '#server/connections/talk-port.ts';
import { accountOf, accountPath, type ApiResult, callApi, type ChatwootOptions } from './api-client.ts';

const Inbox = z.object({
  id: z.number().int(),
  name: z.string().nullish(),
  channel_type: z.string().catch(''),
  webhook_url: z.string().nullish().catch(null),
  secret: z.string().min(1).nullish().catch(null),
});
type Inbox = z.output<typeof Inbox>;
const Inboxes = z.object({ payload: z.array(Inbox) });

const Bot = z.object({
  id: z.number().int(),
  name: z.string().nullish(),
  outgoing_url: z.string().nullish().catch(null),
  access_token: z.string().min(1).nullish().catch(null),
  secret: z.string().min(1).nullish().catch(null),
});
type Bot = z.output<typeof Bot>;
const SetBot = z.object({ agent_bot: z.object({ id: z.number().int().nullish() }).nullish() });

const BOT_NAME = 'Frontdesk';
/** The part of our address by which an inbox that we made is known again. */
const KEY = 'inbox';

export async function listInboxes(options: ChatwootOptions, caller: Caller): Promise<ProviderResult<InboxFacts[]>> {
  const inboxes = await readInboxes(options, caller);
  return inboxes.isOk ? { isOk: true, value: inboxes.value.map((inbox) => toFacts(caller, inbox)) } : inboxes;
}

/** An API inbox: what people write in it is posted to us. */
export async function makeInbox(
  options: ChatwootOptions,
  caller: Caller,
  { key, name }: { key: string; name: string },
): Promise<ProviderResult<InboxFacts>> {
  const inboxes = await readInboxes(options, caller);
  if (!inboxes.isOk) return inboxes;
  const known = inboxes.value.find((inbox) => keyOf(caller, inbox) === key);
  if (known) return { isOk: true, value: toFacts(caller, known) };
  const url = `${caller.webhook?.url ?? ''}?${new URLSearchParams({ [KEY]: key }).toString()}`;
  const json = { name, channel: { type: 'api', webhook_url: url } };
  const path = accountPath(caller, '/inboxes');
  const made = await callApi(options, caller, { method: 'POST', path, json }, Inbox);
  if (!made.isOk) return made;
  await saveSecret(options, caller, `inbox:${accountOf(caller)}:${made.value.id}`, made.value.secret);
  return { isOk: true, value: { ...toFacts(caller, made.value), key } };
}

/** Sets or removes our bot; the bot of another system is replaced, but never removed. */
export async function setBot(
  options: ChatwootOptions,
  caller: Caller,
  inboxId: string,
  isOwn: boolean,
): Promise<ProviderResult<null>> {
  const bot = isOwn ? await ensureBot(options, caller) : await findBot(options, caller);
  if (!bot.isOk) return bot;
  if (!bot.value) return { isOk: true, value: null };
  const path = accountPath(caller, `/inboxes/${inboxId}`);
  if (!isOwn) {
    const current = await callApi(options, caller, { method: 'GET', path: `${path}/agent_bot` }, SetBot);
    if (!current.isOk) return current;
    if (current.value.agent_bot?.id !== bot.value.id) return { isOk: true, value: null };
  }
  const json = { agent_bot: isOwn ? bot.value.id : null };
  const set = await callApi(options, caller, { method: 'POST', path: `${path}/set_agent_bot`, json }, z.unknown());
  return set.isOk ? { isOk: true, value: null } : set;
}

/** Credentials with which a channel answers in an inbox: it writes as the bot, where the bot's token is known. */
export async function channelCredentials(
  options: ChatwootOptions,
  caller: Caller,
  inboxId: string,
): Promise<ProviderResult<Record<string, string>>> {
  const bot = await ensureBot(options, caller);
  if (!bot.isOk && bot.trouble !== 'rights_missing') return bot;
  const inboxes = await listInboxes(options, caller);
  if (!inboxes.isOk) return inboxes;
  const inboxKind = inboxes.value.find(({ externalId }) => externalId === inboxId)?.kind;
  const { baseUrl = options.baseUrl, token = '' } = caller.credentials;
  const botToken = bot.isOk ? bot.value.access_token : null;
  return {
    isOk: true,
    value: {
      baseUrl,
      accountId: accountOf(caller),
      inboxId,
      accessToken: token,
      ...(inboxKind && { inboxKind }),
      ...(botToken && { botToken }),
    },
  };
}

async function ensureBot(options: ChatwootOptions, caller: Caller): Promise<ApiResult<Bot>> {
  const found = await findBot(options, caller);
  if (!found.isOk) return found;
  if (found.value) return { isOk: true, value: found.value };
  const json = { name: BOT_NAME, description: '', outgoing_url: caller.webhook?.url ?? '' };
  const path = accountPath(caller, '/agent_bots');
  const made = await callApi(options, caller, { method: 'POST', path, json }, Bot);
  if (made.isOk) await saveSecret(options, caller, `bot:${accountOf(caller)}`, made.value.secret);
  return made;
}

/** Our bot of the account: the one that posts to our address. */
async function findBot(options: ChatwootOptions, caller: Caller): Promise<ApiResult<Bot | null>> {
  const path = accountPath(caller, '/agent_bots');
  const bots = await callApi(options, caller, { method: 'GET', path }, z.array(Bot));
  if (!bots.isOk) return bots;
  return { isOk: true, value: bots.value.find((bot) => bot.outgoing_url === caller.webhook?.url) ?? null };
}

async function saveSecret(
  { signing }: ChatwootOptions,
  { tenantId, webhook }: Caller,
  object: string,
  secret: string | null | undefined,
): Promise<void> {
  if (webhook) await signing.save(tenantId, webhook, { object, secret: secret ?? null });
}

async function readInboxes(options: ChatwootOptions, caller: Caller): Promise<ApiResult<Inbox[]>> {
  const path = accountPath(caller, '/inboxes');
  const inboxes = await callApi(options, caller, { method: 'GET', path }, Inboxes);
  return inboxes.isOk ? { isOk: true, value: inboxes.value.payload } : inboxes;
}

const toFacts = (caller: Caller, inbox: Inbox): InboxFacts => ({
  externalId: String(inbox.id),
  name: inbox.name || String(inbox.id),
  kind: kindOf(inbox.channel_type),
  key: keyOf(caller, inbox),
});

/** `Channel::WebWidget` is `web_widget`. */
const kindOf = (channelType: string) =>
  channelType
    .replace(/^Channel::/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase();

function keyOf({ webhook }: Caller, { webhook_url: url }: Inbox): string | null {
  if (!webhook || !url?.startsWith(`${webhook.url}?`)) return null;
  return URL.parse(url)?.searchParams.get(KEY) ?? null;
}
