import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LONGEST_VISITOR_MESSAGE, LONGEST_VISITOR_NAME } from '#contract/assistants/public-chat-values.ts';
import { BRANDS } from '#contract/brands/brands.ts';
import { languageOf } from '#contract/language-choice.ts';
import type { Language } from '#contract/primitives.ts';
import { text } from '#server/assistants/storage/texts.ts';
import { VisitorId } from '#server/assistants/storage/visitor-queries.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { limitVisits, waitMinutes } from '#server/platform/visitors/visitor-limits.ts';
import { serveVisitorPages, type VisitorAnswer, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { drawChat, drawClosedChat } from './chat-page.ts';
import { CHAT_SCRIPT } from './chat-script.ts';
import { listContactWays } from './contact-ways-reads.ts';
import { EMPTY_SCRIPT, embedScript } from './embed-script.ts';
import { countVisitor } from './visitor-limits.ts';
import { type ChatRef, readBotToken, readVisitorToken, visitorToken } from './tokens.ts';
import { hasArrived, openChat, readVisitorTalk, receiveVisitor, type VisitorMessage } from './visiting-actions.ts';

const PAGE = '/ai-chat/:bot';
const SCRIPT_PATH = '/ai-chat/page.js';
const EMBED_PATH = '/embed/ai-chat.js';
/** A chat that was switched off disappears from sites after this time at the latest. */
const EMBED_SECONDS = 300;
const TOKEN_HEADER = 'x-chat-token';
/** A request for changes is answered after this time at the latest; they are checked so often. */
const LONGEST_WAIT_MS = 20_000;
const CHECK_MS = 800;
/** Requests for changes that one process holds, of all networks and of one; further ones are answered at once. */
const MOST_WAITING = 400;
const MOST_WAITING_OF_NETWORK = 40;
const BODY_LIMIT = 16_384;

const Token = z.string().max(200).catch('');
const Message = z.object({ key: z.uuid(), text: z.string().max(20_000) });
const Details = z.object({
  key: z.uuid(),
  name: z.string().trim().max(LONGEST_VISITOR_NAME).nullish(),
  phone: z.string().max(60),
});

/** Serves the page of public chats, the calls of its script, and the script for sites. */
export function servePublicChats(app: FastifyInstance, ctx: Context): void {
  app.get(SCRIPT_PATH, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(CHAT_SCRIPT.source),
  );
  app.get(EMBED_PATH, async (request, reply) => {
    await limitVisits(ctx, EMBED_PATH, request);
    const { id } = z.object({ id: Token }).parse(request.query);
    return reply
      .headers({
        'cache-control': `public, max-age=${EMBED_SECONDS}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(await embedOf(ctx, id));
  });
  serveVisitorPages(app, ctx, (pages) => pages.get(PAGE, (request) => showPage(ctx, request)));
  const waiting = new Map<string, number>();
  app.get(`${PAGE}/talk`, async (request, reply) => {
    await limitVisits(ctx, `${PAGE}/talk`, request);
    const visit = visitOf(ctx, request);
    const { seen } = z.object({ seen: Token }).parse(request.query);
    const network = networkOf(request.ip);
    const own = waiting.get(network) ?? 0;
    const all = waiting.values().reduce((sum, count) => sum + count, 0);
    const mayWait = seen !== '' && all < MOST_WAITING && own < MOST_WAITING_OF_NETWORK;
    if (mayWait) waiting.set(network, own + 1);
    try {
      return await reply
        .header('cache-control', 'no-store')
        .send(await changesOf(ctx, visit, { seen, mayWait, request }));
    } finally {
      const left = (waiting.get(network) ?? 1) - 1;
      if (mayWait && left > 0) waiting.set(network, left);
      else if (mayWait) waiting.delete(network);
    }
  });
  app.post(`${PAGE}/messages`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await limitVisits(ctx, `${PAGE}/messages`, request);
    const visit = visitOf(ctx, request);
    const { key, text: typed } = bodyOf(Message, request);
    const words = typed.trim();
    if (words === '') return refuse(reply, 422, 'empty', text(visit.language, 'chat.error.empty'));
    if (words.length > LONGEST_VISITOR_MESSAGE)
      return refuse(reply, 422, 'long', text(visit.language, 'chat.error.long', { count: LONGEST_VISITOR_MESSAGE }));
    return take(ctx, reply, visit, { key, text: words, name: null, phone: null });
  });
  app.post(`${PAGE}/details`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    await limitVisits(ctx, `${PAGE}/details`, request);
    const visit = visitOf(ctx, request);
    const { key, name, phone: typed } = bodyOf(Details, request);
    const { countryId } = await withTenant(ctx, visit.chat.tenantId, getTenant);
    const phone = normalisePhone(typed, countryId);
    if (!phone) return refuse(reply, 422, 'phone', text(visit.language, 'chat.error.phone'));
    const words = name
      ? text(visit.language, 'chat.details', { name, phone })
      : text(visit.language, 'chat.details_phone', { phone });
    return take(ctx, reply, visit, { key, text: words, name: name || null, phone });
  });
}

type Visit = { chat: ChatRef; visitorId: VisitorId; language: Language; ip: string };

/** @throws {Problem} `request.not_found` for an address or a token that we did not make for this chat */
function visitOf(ctx: Context, request: FastifyRequest): Visit {
  const { bot } = z.object({ bot: Token }).parse(request.params);
  const chat = readBotToken(ctx, bot);
  const visitorId = chat && readVisitorToken(ctx, chat, Token.parse(request.headers[TOKEN_HEADER] ?? ''));
  if (!visitorId) throw new Problem('request.not_found');
  const accepted = (request.headers['accept-language'] ?? '').split(',').map((one) => one.trim());
  return { chat, visitorId, language: languageOf(accepted.filter(Boolean)), ip: request.ip };
}

/** @throws {Problem} `request.invalid` */
function bodyOf<Shape extends z.ZodType>(shape: Shape, { body }: FastifyRequest): z.output<Shape> {
  const read = shape.safeParse(body);
  if (!read.success) throw new Problem('request.invalid');
  return read.data;
}

const refuse = (reply: FastifyReply, status: number, problem: string, words: string) =>
  reply.code(status).header('cache-control', 'no-store').send({ problem, text: words });

/** Takes a message within the limits. One that has arrived is confirmed again, and counts against nothing. */
async function take(
  ctx: Context,
  reply: FastifyReply,
  { chat: { tenantId, assistantId }, visitorId, language, ip }: Visit,
  sent: Omit<VisitorMessage, 'visitorId' | 'language'>,
): Promise<FastifyReply> {
  const message = { ...sent, visitorId, language };
  const accept = () => reply.header('cache-control', 'no-store').send({});
  if (await withTenant(ctx, tenantId, (scope) => hasArrived(scope, message))) return accept();
  const retryAfterMs = await countVisitor(ctx, { tenantId, visitorId, ip });
  if (retryAfterMs !== null) {
    void reply.header('retry-after', Math.ceil(retryAfterMs / 1_000));
    return refuse(reply, 429, 'often', text(language, 'chat.error.often', { count: waitMinutes(retryAfterMs) }));
  }
  const received = await withTenant(ctx, tenantId, (scope) => receiveVisitor(scope, assistantId, message));
  if (received === 'expired') throw new Problem('request.not_found');
  if (received === 'closed') return refuse(reply, 409, 'closed', text(language, 'chat.error.closed'));
  if (received === 'day') return refuse(reply, 429, 'day', text(language, 'chat.error.day'));
  return accept();
}

/** Reads a visitor's chat when it differs from what they have seen, or after a while. */
async function changesOf(
  ctx: Context,
  { chat, visitorId }: Visit,
  { seen, mayWait, request }: { seen: string; mayWait: boolean; request: FastifyRequest },
) {
  const until = performance.now() + (mayWait ? LONGEST_WAIT_MS : 0);
  for (;;) {
    const talk = await withTenant(ctx, chat.tenantId, (scope) => readVisitorTalk(scope, visitorId));
    if (!talk) throw new Problem('request.not_found');
    const shown = {
      ...talk,
      lines: talk.lines.map(({ isByPerson, at, ...line }) => ({
        ...line,
        by: isByPerson ? 'person' : 'assistant',
        at: at.toString(),
      })),
    };
    const stamp = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
    if (stamp !== seen || performance.now() > until || request.raw.destroyed) return { ...shown, stamp };
    await sleep(CHECK_MS);
  }
}

async function showPage(ctx: Context, { params, language }: VisitorRequest): Promise<VisitorAnswer> {
  const chat = readBotToken(ctx, Token.parse(params['bot'] ?? ''));
  if (!chat) return gonePage(language);
  return withTenant(ctx, chat.tenantId, async (scope) => {
    const opened = await openChat(scope, chat.assistantId);
    if (!opened) return gonePage(language);
    const { greeting, questions, sites } = opened.chat;
    const shown = { language, sites, appearance: await publicAppearance(scope), ways: await listContactWays(scope) };
    if (!opened.isOpen) return drawClosedChat(shown);
    return drawChat({
      ...shown,
      assistant: opened.assistant.title,
      greeting,
      questions,
      token: visitorToken(ctx, chat, newId(VisitorId)),
    });
  });
}

/** The script of a chat for sites; a closed one adds nothing. */
async function embedOf(ctx: Context, token: string): Promise<string> {
  const chat = readBotToken(ctx, token);
  if (!chat) return EMPTY_SCRIPT;
  return withTenant(ctx, chat.tenantId, async (scope) => {
    const opened = await openChat(scope, chat.assistantId);
    if (!opened?.isOpen) return EMPTY_SCRIPT;
    const { brand, customerLanguage } = await getTenant(scope);
    const { accent } = await publicAppearance(scope);
    return embedScript({
      url: `${originOfBrand(scope.config, brand)}/ai-chat/${token}`,
      accent: accent ?? BRANDS[brand].accent,
      open: text(customerLanguage, 'chat.embed.open'),
      close: text(customerLanguage, 'chat.embed.close'),
    });
  });
}
