import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sim } from '../sim/sim.ts';
import { MetaError, graphRefusal } from './errors.ts';
import { ATTACHMENTS, describeMedia, downloadMedia, uploadMedia } from './media.ts';
import { describeNumber, isReadMark, markRead, refuse, warner } from './routes.ts';
import { type Rates, sendMessage } from './send.ts';
import type { Template, WabaNumber } from './state.ts';
import { createTemplate, deleteTemplates, editTemplate } from './templates.ts';

type Call = { number: WabaNumber; id: string; request: FastifyRequest; reply: FastifyReply };

const Params = z.record(z.string(), z.string());

/** Meta's own dialect: the number stands in the path, a bearer token opens it. */
export function serveGraph(app: FastifyInstance, sim: Sim, rates: Rates): void {
  const answer = (handler: (call: Call) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { id = '' } = Params.parse(request.params);
    const token = request.headers.authorization?.replace(/^Bearer /, '');
    const numbers = sim.state.d360.numbers.filter((one) => one.graphToken === token);
    const number = numbers.find((one) => one.phoneNumberId === id || one.wabaId === id) ?? numbers[0];
    if (!number) return reply.code(401).send(graphRefusal(401, 'Invalid OAuth access token'));
    try {
      return await handler({ number, id, request, reply });
    } catch (error) {
      return refuse(sim, reply, error);
    }
  };
  const requireOwn = ({ number, id }: Call) => {
    if (number.phoneNumberId !== id) throw new MetaError(100, `Object with ID '${id}' does not exist`);
  };

  for (const base of ['/graph', '/graph/:version']) {
    app.post(
      `${base}/:id/messages`,
      answer(async (call) => {
        requireOwn(call);
        const warn = warner(sim, 'graph', call.request);
        if (isReadMark(call.request.body)) return markRead(sim, call.number, call.request.body, warn);
        return sendMessage({ sim, rates, number: call.number }, call.request.body, warn);
      }),
    );
    app.post(
      `${base}/:id/media`,
      answer(async (call) => {
        requireOwn(call);
        return uploadMedia(sim, call.request, warner(sim, 'graph', call.request));
      }),
    );
    app.get(
      `${base}/:id`,
      answer(({ number, id }) => {
        if (id === number.phoneNumberId) return describeNumber(number);
        if (id === number.wabaId) return { id, owner_business_info: { id: number.portfolioId ?? id } };
        return describeMedia(sim, id, `${sim.url}/graph`);
      }),
    );
    app.get(
      `${base}/:id/message_templates`,
      answer((call) => listTemplates(sim, call)),
    );
    app.post(
      `${base}/:id/message_templates`,
      answer(({ number, request }) => {
        const template = createTemplate(sim, number.wabaId, request.body, warner(sim, 'graph', request));
        return { id: template.id, status: template.status, category: template.category };
      }),
    );
    app.delete(
      `${base}/:id/message_templates`,
      answer(({ number, request }) => {
        const { name } = z.looseObject({ name: z.string() }).parse(request.query);
        deleteTemplates(sim, number.wabaId, name);
        return { success: true };
      }),
    );
    app.post(
      `${base}/:id`,
      answer(({ number, id, request }) => {
        const template = sim.state.d360.templates.find((one) => one.wabaId === number.wabaId && one.id === id);
        if (!template) throw new MetaError(100, `Object with ID '${id}' does not exist`);
        editTemplate(sim, template, request.body, warner(sim, 'graph', request));
        return { success: true };
      }),
    );
  }
  app.get(
    `/graph/${ATTACHMENTS}`,
    answer(({ request, reply }) => {
      const { mid } = z.looseObject({ mid: z.string() }).parse(request.query);
      return downloadMedia(sim, mid, reply);
    }),
  );
}

const Page = z.looseObject({ limit: z.coerce.number().int().positive().default(25), after: z.string().optional() });

/** A page at a time; `next` stands there as long as more follow. */
function listTemplates(sim: Sim, { number, id, request }: Call): unknown {
  if (number.wabaId !== id) throw new MetaError(100, `Object with ID '${id}' does not exist`);
  const { limit, after } = Page.parse(request.query);
  const own = sim.state.d360.templates.filter(({ wabaId, status }) => wabaId === number.wabaId && status !== 'DELETED');
  const from = after === undefined ? 0 : Number(Buffer.from(after, 'base64url').toString());
  const page = own.slice(from, from + limit);
  const cursorAt = (place: number) => Buffer.from(String(place)).toString('base64url');
  const cursors = { before: cursorAt(from), after: cursorAt(from + page.length) };
  const hasMore = from + page.length < own.length;
  const next = `${sim.url}/graph/${id}/message_templates?limit=${limit}&after=${cursors.after}`;
  return { data: page.map(toGraphTemplate), ...(page.length > 0 && { paging: { cursors, ...(hasMore && { next }) } }) };
}

const toGraphTemplate = ({ id, name, language, category, status, components, rejectedReason, quality }: Template) => ({
  id,
  name,
  language,
  category,
  status,
  components,
  rejected_reason: rejectedReason,
  quality_score: { score: quality ?? 'UNKNOWN' },
});
