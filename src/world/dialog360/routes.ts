import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { webhookAddressProblem } from '../values/addresses.ts';
import type { Sim } from '../sim/sim.ts';
import { D360Error, MetaError } from './errors.ts';
import { ATTACHMENTS, describeMedia, downloadMedia, uploadMedia } from './media.ts';
import { ReadBody, readPart } from './schemas.ts';
import { type Rates, sendMessage } from './send.ts';
import type { Template, WabaNumber } from './state.ts';
import { createTemplate, deleteTemplates, editTemplate } from './templates.ts';

type Handler = (number: WabaNumber, request: FastifyRequest, reply: FastifyReply) => unknown;

const Webhook = z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()).optional() });
const WabaWebhook = z.strictObject({ url: z.string(), override_all: z.boolean().optional() });
const MultiWebhook = z.strictObject({ enabled: z.boolean(), destinations: z.array(z.string()).max(3).default([]) });
const Page = z.object({
  limit: z.coerce.number().int().positive().max(1000).default(1000),
  offset: z.coerce.number().int().default(0),
});

/** 360dialog's dialect: the key in a header says which number it is. */
export function serveDialog360(app: FastifyInstance, sim: Sim, rates: Rates): void {
  const behind = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await handler(numberOf(sim, request), request, reply);
    } catch (error) {
      return refuse(sim, reply, error);
    }
  };
  const warnOf = (request: FastifyRequest) => warner(sim, 'd360', request);

  app.post(
    '/d360/messages',
    behind(async (number, request) => {
      if (isReadMark(request.body)) return markRead(sim, number, request.body, warnOf(request));
      return sendMessage({ sim, rates, number }, request.body, warnOf(request));
    }),
  );
  app.post(
    '/d360/media',
    behind((_number, request) => uploadMedia(sim, request, warnOf(request))),
  );
  app.get<{ Params: { id: string } }>(
    '/d360/:id',
    behind((_number, request) => describeMedia(sim, param(request, 'id'), 'https://lookaside.fbsbx.com')),
  );
  app.get(
    `/d360/${ATTACHMENTS}`,
    behind((_number, request, reply) => downloadMedia(sim, query(request, 'mid'), reply)),
  );
  serveWebhookConfig(app, sim, behind, warnOf);
  serveTemplates(app, sim, behind, warnOf);
}

function serveWebhookConfig(
  app: FastifyInstance,
  sim: Sim,
  behind: (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => unknown,
  warnOf: (request: FastifyRequest) => (field: string) => void,
): void {
  app.post(
    '/d360/v1/configs/webhook',
    behind((number, request) => {
      const { url, headers = {} } = readPart(Webhook, request.body ?? {}, '', warnOf(request));
      requireValidUrl(url);
      number.webhook = { url, headers };
      sim.changed('engineer');
      return { url, headers };
    }),
  );
  app.get(
    '/d360/v1/configs/webhook',
    behind((number) => number.webhook ?? { url: '', headers: {} }),
  );
  app.get(
    '/d360/v1/configs/phone_number',
    behind((number) => describeNumber(number)),
  );
  app.post(
    '/d360/waba_webhook',
    behind((number, request) => {
      const { url, override_all } = readPart(WabaWebhook, request.body ?? {}, '', warnOf(request));
      requireValidUrl(url);
      sim.state.d360.wabaWebhooks[number.wabaId] = url;
      if (override_all) {
        for (const other of sim.state.d360.numbers) {
          if (other.wabaId === number.wabaId) other.webhook = { url, headers: other.webhook?.headers ?? {} };
        }
      }
      return { url, override_all: override_all ?? false };
    }),
  );
  app.post(
    '/d360/multi_webhook',
    behind((number, request) => {
      const { enabled, destinations } = readPart(MultiWebhook, request.body ?? {}, '', warnOf(request));
      for (const url of destinations) requireValidUrl(url);
      number.destinations = enabled ? destinations : [];
      return { enabled, destinations: number.destinations };
    }),
  );
}

/** A number as Meta describes it. */
export const describeNumber = ({ phoneNumberId, phone, name, quality, messagingLimit, portfolioId }: WabaNumber) => ({
  id: phoneNumberId,
  display_phone_number: `+${phone}`,
  verified_name: name,
  quality_rating: quality ?? 'GREEN',
  whatsapp_business_manager_messaging_limit: messagingLimit ?? 'TIER_UNLIMITED',
  ...(portfolioId && { business_id: portfolioId }),
});

function serveTemplates(
  app: FastifyInstance,
  sim: Sim,
  behind: (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => unknown,
  warnOf: (request: FastifyRequest) => (field: string) => void,
): void {
  const ofNumber = ({ wabaId }: WabaNumber) =>
    sim.state.d360.templates.filter((template) => template.wabaId === wabaId && template.status !== 'DELETED');

  app.post(
    '/d360/v1/configs/templates',
    behind((number, request, reply) => {
      reply.code(201);
      return toWabaTemplate(createTemplate(sim, number.wabaId, request.body, warnOf(request)));
    }),
  );
  app.get(
    '/d360/v1/configs/templates',
    behind((number, request) => {
      const { limit, offset } = Page.parse(request.query);
      const all = ofNumber(number);
      const page = all.slice(offset, offset + limit);
      return { count: page.length, total: all.length, offset, limit, waba_templates: page.map(toWabaTemplate) };
    }),
  );
  app.post(
    '/d360/v1/configs/templates/:id',
    behind((number, request) => {
      const template = ofNumber(number).find(({ id }) => id === param(request, 'id'));
      if (!template) throw new D360Error(404, 'Template not found');
      editTemplate(sim, template, request.body, warnOf(request));
      return { success: true };
    }),
  );
  app.delete(
    '/d360/v1/configs/templates/:name',
    behind((number, request) => {
      const isThere = deleteTemplates(sim, number.wabaId, param(request, 'name'));
      if (!isThere) throw new D360Error(404, 'Template not found');
      return { meta: { success: true, http_code: 200 } };
    }),
  );
}

/** 360dialog writes statuses in lower case. */
const toWabaTemplate = (template: Template) => ({
  id: template.id,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status.toLowerCase(),
  rejected_reason: template.rejectedReason,
  namespace: `ns_${template.wabaId.toLowerCase()}`,
  components: template.components,
  quality_score: { score: template.quality ?? 'UNKNOWN' },
});

function numberOf(sim: Sim, request: FastifyRequest): WabaNumber {
  const key = request.headers['d360-api-key'];
  const number = sim.state.d360.numbers.find((candidate) => candidate.key === key);
  if (!number || number.isRevoked) throw new D360Error(401, 'Invalid api_key');
  if (number.disabled !== null) throw new D360Error(400, number.disabled);
  return number;
}

export function refuse(sim: Sim, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof D360Error) return reply.code(error.status).send(error.toBody());
  if (!(error instanceof MetaError)) throw error;
  sim.judge.refuse('d360', error.code);
  return reply.code(error.status).send(error.toBody(`A${sim.ids.token('fbtrace', 20)}`));
}

export function warner(sim: Sim, channel: 'd360' | 'graph', request: FastifyRequest): (field: string) => void {
  return (field) => {
    const [path = ''] = request.url.split('?');
    sim.journal.warn({ at: sim.clock.iso(), channel, method: request.method, path, field });
  };
}

export const isReadMark = (body: unknown): boolean => typeof body === 'object' && body !== null && 'status' in body;

export function markRead(
  sim: Sim,
  { phoneNumberId }: WabaNumber,
  body: unknown,
  warn: (field: string) => void,
): { success: boolean } {
  const { message_id: id } = readPart(ReadBody, body, '', warn);
  const message = sim.state.d360.messages[id];
  if (message?.direction !== 'in' || message.phoneNumberId !== phoneNumberId)
    throw new MetaError(131009, `message_id '${id}' does not exist`);
  message.status = 'read';
  sim.changed('d360');
  return { success: true };
}

function requireValidUrl(url: string): void {
  const problem = webhookAddressProblem(url);
  if (problem) throw new D360Error(400, `Invalid webhook url: ${problem}`);
}

const Params = z.record(z.string(), z.string());
const param = (request: FastifyRequest, name: string) => Params.parse(request.params)[name] ?? '';
const query = (request: FastifyRequest, name: string) =>
  String(z.record(z.string(), z.unknown()).parse(request.query)[name] ?? '');
