import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import { LARGEST_PHOTO_MEGABYTES, MAP_SERVICES } from '#contract/reviews/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import { verdictOf } from '#server/links/click-rules.ts';
import { targetLimits } from '#server/links/link-actions.ts';
import { isStopped } from '#server/links/target-rules.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { type Allowance, consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { countForm } from '#server/platform/visitors/visitor-limits.ts';
import { serveVisitorPages, type VisitorAnswer, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { keepPhoto } from './photo-actions.ts';
import { createFormPlaces, type FormPlaces } from './form-places.ts';
import { readForm } from './form-reading.ts';
import { describeReview, openMap, openReviewPage, type PageLink, rate } from './page-actions.ts';
import { reviewPage } from './page.ts';
import { STARS_SCRIPT } from './stars-script.ts';
import { KINDS, readReviewToken, reviewToken, type TokenKind } from '#server/reviews/storage/tokens.ts';

const Token = z.string().max(200);
const Stars = z.object({ stars: z.coerce.number().int().min(1).max(5) });
const Once = z.uuid();
const Details = z.object({
  tags: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .catch([])
    .default([]),
  text: z.string().catch('').default(''),
  comesAgain: z.string().catch('').default(''),
});

const PHOTO_TROUBLES = ['wrong', 'big', 'slow', 'pixels', 'busy'] as const;

/** Forms of one link within an hour: a contact changes their mind a few times. */
const PER_LINK = { limit: 40, periodMs: 3_600_000 };

/**
 * The specification's address of the page. A signed token leads a contact to the page; the id of a review, which is
 * shorter, is the address of that review for members, drawn by the web application.
 */
const RATING_PATH = '/widgets/reviews/rating/:token(^[\\w-]{37,100}$)';

/** Serves the page of reviews: the links of messages, and those that anybody may open. */
export function serveReviewPages(app: FastifyInstance, ctx: Context): void {
  app.get('/review/stars.js', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(STARS_SCRIPT.source),
  );
  const places = createFormPlaces(ctx.config.uploads);
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(RATING_PATH, (request) => leadToRating(ctx, request));
    pages.get('/review/:token', (request) => show(ctx, request, linkOf(ctx, request)));
    pages.post('/review/:token', (request) => take(ctx, places, request, linkOf(ctx, request)));
    pages.get('/review/:token/map/:service', (request) => leadToMap(ctx, request));
    pages.get('/review/b/:token', (request) => show(ctx, request, openingOf(ctx, request, randomUUID())));
    pages.post('/review/b/:token', (request) =>
      take(ctx, places, request, openingOf(ctx, request, request.form['once'])),
    );
  });
}

type Found = { tenantId: TenantId; token: string; link: PageLink };

function linkOf(ctx: Context, request: VisitorRequest): Found | null {
  return found(ctx, request);
}

/** @param once names one opening of the page, so that a form sent twice is one review */
function openingOf(ctx: Context, request: VisitorRequest, once: unknown): Found | null {
  const nonce = Once.safeParse(once).data;
  const opening = found(ctx, request, ['widget']);
  return opening && nonce ? { ...opening, link: { ...opening.link, nonce } } : null;
}

function found(ctx: Context, { params }: VisitorRequest, kinds?: readonly TokenKind[]): Found | null {
  const token = Token.safeParse(params['token']).data;
  const read = token === undefined ? null : readReviewToken(ctx, token, kinds);
  return read && { tenantId: read.tenantId, token: token ?? '', link: { kind: read.kind, id: read.id } };
}

async function leadToRating(ctx: Context, request: VisitorRequest): Promise<VisitorAnswer> {
  const opened = found(ctx, request, [...KINDS, 'widget']);
  if (!opened) return gonePage(request.language);
  return { redirect: `../../../review/${opened.link.kind === 'widget' ? 'b/' : ''}${opened.token}` };
}

async function show(ctx: Context, request: VisitorRequest, opened: Found | null): Promise<VisitorAnswer> {
  const page = opened && (await withTenant(ctx, opened.tenantId, (scope) => openReviewPage(scope, opened.link)));
  if (!page) return gonePage(request.language);
  const language = page.language ?? request.language;
  const { sent, photo } = request.query;
  const photoTrouble = PHOTO_TROUBLES.find((one) => one === photo) ?? null;
  return reviewPage({ ...opened, page, language, isSent: sent !== undefined, photoTrouble });
}

/** Takes the stars, or what was written beside them; then the page is shown by GET again. */
async function take(
  ctx: Context,
  places: FormPlaces,
  request: VisitorRequest,
  opened: Found | null,
): Promise<VisitorAnswer> {
  if (!opened) return gonePage(request.language);
  await limitForms(ctx, opened, request.ip);
  const { tenantId, token, link } = opened;
  const { form, photo } = await places.run(request, tenantId, () =>
    readForm(request, {
      maxBytes: LARGEST_PHOTO_MEGABYTES * 1_048_576,
      take: (upload) => keepPhoto(ctx, tenantId, link, upload),
    }),
  );
  const stars = Stars.safeParse(form).data?.stars;
  if (stars === undefined) {
    const isSaved = await withTenant(ctx, tenantId, (scope) => describeReview(scope, link, Details.parse(form)));
    if (!isSaved) return gonePage(request.language);
    const isKept = photo === null || photo === 'kept';
    return { redirect: `${encodeURIComponent(token)}?${isKept ? 'sent' : `photo=${photo}`}` };
  }
  const language: Language = request.language;
  const id = await withTenant(ctx, tenantId, (scope) => rate(scope, link, { stars, language }));
  if (!id) return gonePage(request.language);
  if (id === 'too_early' || link.kind !== 'widget') return { redirect: encodeURIComponent(token) };
  return { redirect: `../${reviewToken(ctx, tenantId, { kind: 'review', id })}` };
}

/** @throws {Problem} `request.too_often` */
async function limitForms(ctx: Context, { token, link }: Found, ip: string): Promise<void> {
  const name = token.slice(-16);
  const retryAfterMs =
    link.kind === 'widget'
      ? await countForm(ctx, { page: `review-opening:${name}`, ip, phone: null })
      : waitOf(await consumeRateLimit(ctx.db, `review-link:${name}`, PER_LINK));
  if (retryAfterMs !== null) throw new Problem('request.too_often', { retryAfterMs });
}

const waitOf = (allowance: Allowance) => (allowance.isAllowed ? null : allowance.retryAfterMs);

async function leadToMap(ctx: Context, request: VisitorRequest): Promise<VisitorAnswer> {
  const opened = linkOf(ctx, request);
  const map = MAP_SERVICES.find((one) => one === request.params['service']);
  if (!opened || !map) return gonePage(request.language);
  const { headers, method } = request.raw;
  const isPerson = verdictOf({ method, headers, query: request.query }) === 'click';
  const url = await withTenant(ctx, opened.tenantId, (scope) => openMap(scope, opened.link, { map, isPerson }));
  return url && !isStopped(url, targetLimits(ctx.config)) ? { redirect: url } : gonePage(request.language);
}
