import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { VisitPageAnswer } from '#contract/booking/calls.ts';
import { Moment } from '#contract/primitives.ts';
import type { SourceContext, SourceProviders } from '#server/connections/port.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { limitVisits } from '#server/platform/visitors/visitor-limits.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import {
  refuseVisitors,
  serveVisitorPages,
  type VisitorAnswer,
  type VisitorPage,
  type VisitorRequest,
} from '#server/platform/visitors/visitor-pages.ts';
import { calendarFile } from '#server/booking/links/calendar-rules.ts';
import { readVisitToken } from '#server/booking/links/link-actions.ts';
import type { VisitPagePart } from '#server/booking/port.ts';
import { PAGE_MESSAGES, type PageMessage } from './rules.ts';
import { answerOnPage, loadVisitPage } from './visit-page-actions.ts';
import { drawVisitPage } from './visit-page-html.ts';
import { calendarEventOf, visitPageView } from './visit-page-rules.ts';

const PATH = '/visit/:token';
/** Answers on one page: far more than a person gives. */
const ANSWERS_PER_MINUTE = { limit: 10, periodMs: 60_000 };

const Params = z.object({ token: z.string().max(300).catch('') });
const Query = z.object({ message: z.enum(PAGE_MESSAGES).nullable().catch(null) });
const Form = z.object({ answer: VisitPageAnswer, start: Moment });

type VisitPageBinding = {
  sourceProviders: SourceProviders;
  /** Parts of upper rooms. */ parts: readonly VisitPagePart[];
};

/**
 * Serves the page of a visit and its calendar file. Reading changes nothing, so that previews of the link do not; an
 * answer is posted, and carried out once however often it is posted.
 */
export function serveVisitPage(app: FastifyInstance, ctx: Context, { sourceProviders, parts }: VisitPageBinding): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, (request) => showVisitPage(ctx, request, parts));
    pages.post(PATH, (request) => takeAnswer({ ...ctx, sourceProviders }, request));
  });
  app.get(`${PATH}/calendar.ics`, { errorHandler: refuseVisitors(ctx) }, async (request, reply) => {
    await limitVisits(ctx, `${PATH}/calendar.ics`, request);
    const { token } = Params.parse(request.params);
    const found = readVisitToken(ctx, token);
    const page = found && (await withTenant(ctx, found.tenantId, (scope) => loadVisitPage(scope, found.visitId, 'en')));
    if (!page) throw new Problem('request.not_found');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': 'inline; filename="visit.ics"' })
      .type('text/calendar; charset=utf-8')
      .send(calendarFile(calendarEventOf(page)));
  });
}

async function showVisitPage(
  ctx: Context,
  { params, query, language }: VisitorRequest,
  parts: readonly VisitPagePart[],
): Promise<VisitorPage> {
  const { token } = Params.parse(params);
  const found = readVisitToken(ctx, token);
  if (!found) return gonePage(language);
  return withTenant(ctx, found.tenantId, async (scope) => {
    const page = await loadVisitPage(scope, found.visitId, language);
    if (!page) return gonePage(language);
    const { visit, hasRequestedMove } = page;
    const drawn = [];
    for (const part of parts) drawn.push(await part(scope, { visit, token, language: page.language }));
    const view = visitPageView(page);
    const isAhead = view.answers.length > 0;
    const known = isAhead ? messageAboutVisit(visit, hasRequestedMove) : null;
    return drawVisitPage({
      view,
      token,
      startsAt: visit.startsAt,
      message: Query.parse(query).message ?? known,
      parts: drawn.filter((part) => part !== null),
    });
  });
}

/** The message of a page that was opened without an answer: its link may be older than the present time of the visit. */
function messageAboutVisit({ timeVersion }: { timeVersion: number }, hasRequestedMove: boolean): PageMessage | null {
  if (hasRequestedMove) return 'requested';
  return timeVersion > 1 ? 'moved' : null;
}

async function takeAnswer(ctx: SourceContext, { params, form, language }: VisitorRequest): Promise<VisitorAnswer> {
  const { token } = Params.parse(params);
  const found = readVisitToken(ctx, token);
  if (!found) return gonePage(language);
  await limit(ctx, `visit-page:${token}`, ANSWERS_PER_MINUTE);
  const given = Form.safeParse(form).data;
  if (!given) throw new Problem('request.invalid');
  const { tenantId, visitId } = found;
  const answer = { visitId, answer: given.answer, startsAt: Temporal.Instant.from(given.start) };
  const message = await answerOnPage(ctx, tenantId, answer);
  // NOTE: relative, because the public address may have a path before ours.
  return { redirect: message ? `${token}?message=${message}` : token };
}

async function limit(ctx: Context, key: string, size: { limit: number; periodMs: number }): Promise<void> {
  const allowance = await consumeRateLimit(ctx.db, key, size);
  if (!allowance.isAllowed) throw new Problem('request.too_often', { retryAfterMs: allowance.retryAfterMs });
}
