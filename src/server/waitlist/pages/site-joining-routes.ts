import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Language } from '#contract/primitives.ts';
import { ServiceId } from '#contract/visits/calls.ts';
import { WaitPreference } from '#contract/waitlist/calls.ts';
import { readBookingToken } from '#server/booking/links/link-actions.ts';
import { branchBookedBy } from '#server/booking/visit-page/reads.ts';
import { findBranch } from '#server/connections/storage/opening-actions.ts';
import { ensureContactOfPhone } from '#server/contacts/book/actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { countForm } from '#server/platform/visitors/visitor-limits.ts';
import { serveVisitorPages, type VisitorAnswer, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { normalisePhone } from '#server/tenants/rules.ts';
import { listVisitOptions } from '#server/visits/changes/actions.ts';
import { joinWaitlist } from '#server/waitlist/entries/entry-actions.ts';
import { findEntryFromSite } from '#server/waitlist/entries/entry-queries.ts';
import { DAY_PARTS, HOURS } from '#server/waitlist/entries/joining-rules.ts';
import { getSettings } from '#server/waitlist/settings/settings-actions.ts';
import { drawJoined, drawJoiningForm, type JoiningForm } from './site-joining-page.ts';

const PATH = '/book/:code/waitlist';
const LONGEST_NAME = 80;

const Params = z.object({ code: z.string().max(300).catch('') });
const Text = z.string().trim().max(300).catch('');
const Form = z.object({ name: Text, phone: Text, service: Text, part: z.enum(DAY_PARTS).catch('any') });
const EMPTY: JoiningForm = { name: '', phone: '', service: '', part: 'any' };

/** Serves the page where a visitor of the business's own site joins the waiting list of a branch. */
export function serveSiteJoining(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, (request) => showForm(ctx, request));
    pages.post(PATH, (request) => takeForm(ctx, request));
  });
}

type Place = NonNullable<Awaited<ReturnType<typeof loadPlace>>>;

/** Loads what the page shows; null where the branch has no waiting list. */
async function loadPlace(scope: ActionScope, branchId: BranchId | null) {
  const { settings } = await getSettings(scope);
  if (branchId === null || !settings.isOn || settings.recipients === 'audience') return null;
  const { branches, services } = await listVisitOptions(scope);
  const branch = branches.find(({ id }) => id === branchId);
  if (!branch) return null;
  return {
    branchId,
    title: branch.title,
    phone: (await findBranch(scope, branchId))?.phone ?? null,
    services: services
      .filter((service) => service.branchId === branchId)
      .map(({ id, title }) => ({ id: ServiceId.parse(id), title })),
    appearance: await publicAppearance(scope),
  };
}

async function showForm(ctx: Context, { params, query, language }: VisitorRequest): Promise<VisitorAnswer> {
  const { code } = Params.parse(params);
  const found = readBookingToken(ctx, code);
  const place =
    found &&
    (await withTenant(ctx, found.tenantId, async (scope) =>
      loadPlace(scope, await branchBookedBy(scope, found.buttonId)),
    ));
  if (!place) return gonePage(language);
  if (query['joined'] !== undefined) return drawJoined(place, language);
  return drawJoiningForm({ place, language, filled: EMPTY, wrong: new Set(), retryAfterMs: null });
}

async function takeForm(ctx: Context, { params, form, ip, language }: VisitorRequest): Promise<VisitorAnswer> {
  const { code } = Params.parse(params);
  const found = readBookingToken(ctx, code);
  const filled = Form.safeParse(form).data;
  if (!found) return gonePage(language);
  if (!filled) throw new Problem('request.invalid');
  const { tenantId, buttonId } = found;
  const known = await withTenant(ctx, tenantId, async (scope) => {
    const place = await loadPlace(scope, await branchBookedBy(scope, buttonId));
    const { countryId } = await getTenant(scope);
    return place && { place, phone: normalisePhone(filled.phone, countryId) };
  });
  if (!known) return gonePage(language);
  const { place, phone } = known;
  const wrong = new Set<'name' | 'phone'>();
  if (filled.name === '' || filled.name.length > LONGEST_NAME) wrong.add('name');
  if (!phone) wrong.add('phone');
  const again = (retryAfterMs: number | null) => drawJoiningForm({ place, language, filled, wrong, retryAfterMs });
  if (wrong.size > 0 || !phone) return again(null);
  const retryAfterMs = await countForm(ctx, { page: `waitlist-join:${code}`, ip, phone });
  if (retryAfterMs !== null) return again(retryAfterMs);
  await withTenant(ctx, tenantId, (scope) => join(scope, place, { ...filled, phone, language }));
  // NOTE: relative, because the public address may have a path before ours.
  return { redirect: 'waitlist?joined' };
}

/** Adds a visitor to the list under the contact with their phone; once for each service, however often it is posted. */
async function join(
  scope: ActionScope,
  { branchId, services }: Place,
  { name, phone, service, part, language }: JoiningForm & { phone: string; language: Language },
): Promise<void> {
  const serviceId = services.find(({ id }) => id === service)?.id ?? null;
  const contactId = await ensureContactOfPhone(scope, { name, phone, language });
  if (await findEntryFromSite(scope, { contactId, branchId, serviceId })) return;
  const preference = WaitPreference.parse({ branchId, serviceId, ...HOURS[part] });
  await joinWaitlist(scope, { contactId, preference, comment: '', source: 'site', visitId: null });
}
