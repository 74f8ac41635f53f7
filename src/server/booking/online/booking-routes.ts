import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import { targetLimits } from '#server/links/link-actions.ts';
import { isStopped } from '#server/links/target-rules.ts';
import type { SourceContext } from '#server/connections/port.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { originOfBrand } from '#server/platform/deployment/link-origin.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countForm, limitVisits } from '#server/platform/visitors/visitor-limits.ts';
import { serveVisitorPages, type VisitorAnswer, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { accentOf } from '#server/booking/tables/button-actions.ts';
import { findButton, type StoredButton } from '#server/booking/tables/button-queries.ts';
import { EMPTY_SCRIPT, embedScript } from '#server/booking/tables/embed-script.ts';
import { type OpenedButton, showOnline, showOnlineBooking, takeOnline } from './online-handlers.ts';
import { bookingToken, readBookingToken, readRequestToken, requestToken } from '#server/booking/links/link-actions.ts';
import { cancelRequest, requestTable } from '#server/booking/tables/table-actions.ts';
import { type DrawnForm, drawTableForm, drawTableRequest, type TablePlace } from '#server/booking/tables/table-page.ts';
import { findRequest } from '#server/booking/tables/table-queries.ts';
import { daysOf, readForm, type TableConditions, type TableForm, timesOf } from '#server/booking/tables/table-rules.ts';

const SCRIPT_PATH = '/embed/booking.js';
const FORM_PATH = '/book/:code';
const REQUEST_PATH = '/book/:code/:request';
/** A changed button is shown on sites after this time at the latest. */
const SCRIPT_SECONDS = 300;

const Token = z.string().max(300).catch('');
const Params = z.object({ code: Token, request: Token.optional() });
const Text = z.string().max(2000).catch('');
const Form = z.object({ key: z.uuid(), date: Text, time: Text, guests: Text, name: Text, phone: Text, comment: Text });

/** Serves the script of booking buttons, and the pages that book a visit or request a table. */
export function serveBookingPages(app: FastifyInstance, ctx: SourceContext): void {
  app.get(SCRIPT_PATH, async (request, reply) => {
    await limitVisits(ctx, SCRIPT_PATH, request);
    const { id } = z.object({ id: Token }).parse(request.query);
    return reply
      .headers({
        'cache-control': `public, max-age=${SCRIPT_SECONDS}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(await scriptOf(ctx, id));
  });
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(FORM_PATH, (request) => showForm(ctx, request));
    pages.post(FORM_PATH, (request) => takeForm(ctx, request));
    pages.get(REQUEST_PATH, (request) => showRequest(ctx, request));
    pages.post(REQUEST_PATH, (request) => takeCancellation(ctx, request));
  });
}

/** Whether the page that books may not be opened any more, e.g. because its host was blocked. */
function leadsNowhere({ config }: Context, { targetUrl }: StoredButton): boolean {
  return targetUrl !== null && isStopped(targetUrl, targetLimits(config));
}

/** The script of a button; an unknown or deleted one adds nothing to its site. */
async function scriptOf(ctx: Context, token: string): Promise<string> {
  const found = readBookingToken(ctx, token);
  if (!found) return EMPTY_SCRIPT;
  return withTenant(ctx, found.tenantId, async (scope) => {
    const button = await findButton(scope, found.buttonId);
    if (!button || leadsNowhere(ctx, button)) return EMPTY_SCRIPT;
    const { brand } = await getTenant(scope);
    const { label, position } = button;
    // NOTE: a booking page is linked directly, so that it can be booked while we are down.
    const url = button.targetUrl ?? `${originOfBrand(scope.config, brand)}/book/${token}`;
    return embedScript({ label, position, url, accent: button.accent ?? (await accentOf(scope)) });
  });
}

/** Loads the facts of a form; null where there is no such button, or its branch is gone. */
async function loadForm(scope: ActionScope, button: StoredButton) {
  const branch = await findBranch(scope, button.branchId);
  if (!branch) return null;
  const { countryId } = await getTenant(scope);
  const conditions: TableConditions = {
    terms: button.terms,
    timeZone: branch.timeZone,
    now: scope.clock.now(),
    country: countryId,
  };
  const place: TablePlace = { appearance: await publicAppearance(scope), title: branch.title, phone: branch.phone };
  return { place, conditions };
}

async function showForm(ctx: SourceContext, request: VisitorRequest): Promise<VisitorAnswer> {
  const { params, language } = request;
  const { code } = Params.parse(params);
  const found = readBookingToken(ctx, code);
  if (!found) return gonePage(language);
  const online = await findOnlineButton(ctx, found, code);
  if (online) return showOnline(ctx, online, request);
  return withTenant(ctx, found.tenantId, async (scope) => {
    const button = await findButton(scope, found.buttonId);
    const loaded = button && (await loadForm(scope, button));
    if (!loaded) return gonePage(language);
    if (leadsNowhere(ctx, button)) return gonePage(language);
    if (button.targetUrl) return { redirect: button.targetUrl };
    return drawTableForm({
      ...loaded,
      language,
      token: code,
      key: randomUUID(),
      filled: emptyForm(loaded.conditions),
      wrong: new Set(),
      retryAfterMs: null,
    });
  });
}

/** The button of a page that books visits; null where the page is another. */
async function findOnlineButton(
  ctx: Context,
  { tenantId, buttonId }: NonNullable<ReturnType<typeof readBookingToken>>,
  code: string,
): Promise<OpenedButton | null> {
  const button = await withTenant(ctx, tenantId, (scope) => findButton(scope, buttonId));
  return button?.opens === 'visit' ? { tenantId, button, code } : null;
}

function emptyForm(conditions: TableConditions): TableForm {
  const { terms } = conditions;
  const times = timesOf(terms);
  const time = times[Math.floor(times.length / 2)] ?? terms.opensAt;
  const guests = String(Math.min(2, terms.mostGuests));
  return { date: daysOf(conditions).first.toString(), time, guests, name: '', phone: '', comment: '' };
}

async function takeForm(ctx: SourceContext, request: VisitorRequest): Promise<VisitorAnswer> {
  const { params, form, ip, language } = request;
  const { code } = Params.parse(params);
  const found = readBookingToken(ctx, code);
  if (!found) return gonePage(language);
  const online = await findOnlineButton(ctx, found, code);
  if (online) return takeOnline(ctx, online, request);
  const filledIn = Form.safeParse(form).data;
  if (!filledIn) throw new Problem('request.invalid');
  const { key, ...filled } = filledIn;
  const { tenantId, buttonId } = found;
  const drawn = await withTenant(ctx, tenantId, async (scope) => {
    const button = await findButton(scope, buttonId);
    const loaded = button?.opens === 'table' ? await loadForm(scope, button) : null;
    if (!button || !loaded) return null;
    return {
      button,
      read: readForm(filled, loaded.conditions),
      page: { ...loaded, language, token: code, key, filled },
    };
  });
  if (!drawn) return gonePage(language);
  const { button, read, page } = drawn;
  const again = (rest: Pick<DrawnForm, 'wrong' | 'retryAfterMs'>) => drawTableForm({ ...page, ...rest });
  if ('wrong' in read) return again({ wrong: read.wrong, retryAfterMs: null });
  const { wanted } = read;
  const retryAfterMs = await countForm(ctx, { page: `table-request:${code}`, ip, phone: wanted.phone });
  if (retryAfterMs !== null) return again({ wrong: new Set(), retryAfterMs });
  const id = await withTenant(ctx, tenantId, (scope) =>
    requestTable(scope, button, { wanted, formKey: key, language }),
  );
  // NOTE: relative, because the public address may have a path before ours.
  return { redirect: `${code}/${requestToken(ctx, tenantId, id)}` };
}

async function showRequest(ctx: SourceContext, { params, language }: VisitorRequest): Promise<VisitorAnswer> {
  const token = Params.parse(params).request ?? '';
  const found = readRequestToken(ctx, token);
  if (!found) return showOnlineBooking(ctx, token, language);
  const { tenantId, requestId } = found;
  return withTenant(ctx, tenantId, async (scope) => {
    const request = await findRequest(scope, requestId);
    const branch = request && (await findBranch(scope, request.branchId));
    if (!request || !branch) return gonePage(language);
    return drawTableRequest({
      place: { appearance: await publicAppearance(scope), title: branch.title, phone: branch.phone },
      request,
      timeZone: branch.timeZone,
      now: scope.clock.now(),
      tokens: { form: bookingToken(ctx, tenantId, request.buttonId), request: token },
    });
  });
}

async function takeCancellation(ctx: Context, { params, language }: VisitorRequest): Promise<VisitorAnswer> {
  const token = Params.parse(params).request ?? '';
  const found = readRequestToken(ctx, token);
  if (!found) return gonePage(language);
  await withTenant(ctx, found.tenantId, (scope) => cancelRequest(scope, found.requestId));
  return { redirect: token };
}
