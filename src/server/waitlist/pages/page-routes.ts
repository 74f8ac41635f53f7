import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Language } from '#contract/primitives.ts';
import { WaitPreference } from '#contract/waitlist/calls.ts';
import type { SlotOfferId } from '#contract/waitlist/calls.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope, Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { serveVisitorPages, type VisitorPage, type VisitorRequest } from '#server/platform/visitors/visitor-pages.ts';
import { getTenant, publicAppearance } from '#server/tenants/actions.ts';
import { gonePage } from '#server/tenants/gone-page-reads.ts';
import { getVisitFacts } from '#server/visits/changes/actions.ts';
import { VisitId } from '#contract/visits/calls.ts';
import { acceptOffer, declineOffer, findKnownOffer } from '#server/waitlist/offers/answering-actions.ts';
import { joinWaitlist } from '#server/waitlist/entries/entry-actions.ts';
import { findGivenUpVisit, isContactWaiting } from '#server/waitlist/entries/entry-queries.ts';
import { readExampleToken, readSlotToken } from '#server/waitlist/offers/link-actions.ts';
import { exampleSlotPage, slotPage, type SlotView } from './slot-page.ts';
import { languageFor } from '#server/waitlist/settings/texts.ts';
import { exampleTime } from '#server/waitlist/offers/trial-actions.ts';

const PATH = '/slot/:token';

const Params = z.object({ token: z.string().max(300) });
const Answer = z.object({ answer: z.enum(['accept', 'decline', 'wait']) });

/** Serves the page where a contact takes a freed slot. */
export function serveSlotPage(app: FastifyInstance, ctx: Context): void {
  serveVisitorPages(app, ctx, (pages) => {
    pages.get(PATH, async (request) => {
      const exampleOf = readExampleToken(ctx, Params.parse(request.params).token);
      if (exampleOf) return withTenant(ctx, exampleOf, (scope) => examplePage(scope, request.language));
      const found = tokenOf(ctx, request);
      const view = found && (await withTenant(ctx, found.tenantId, (scope) => viewOf(scope, found.offerId, request)));
      return view ? slotPage(view) : gonePage(request.language);
    });
    pages.post(PATH, async (request) => {
      const found = tokenOf(ctx, request);
      const form = Answer.safeParse(request.form);
      if (!found) return gonePage(request.language);
      if (!form.success) throw new Problem('request.invalid');
      const { offerId } = found;
      const known = await withTenant(ctx, found.tenantId, (scope) => answer(scope, offerId, form.data.answer));
      return known ? { redirect: encodeURIComponent(Params.parse(request.params).token) } : gonePage(request.language);
    });
  });
}

function tokenOf(ctx: Context, { params }: VisitorRequest) {
  const token = Params.safeParse(params).data?.token;
  return token === undefined ? null : readSlotToken(ctx, token);
}

/** @returns whether there is such an offer */
async function answer(
  scope: ActionScope,
  offerId: SlotOfferId,
  given: z.infer<typeof Answer>['answer'],
): Promise<boolean> {
  if (given === 'accept') return (await acceptOffer(scope, { offerId })) !== null;
  if (given === 'decline') return (await declineOffer(scope, { offerId })) !== null;
  const known = await findKnownOffer(scope, offerId);
  if (!known) return false;
  const { contactId } = known.offer;
  if (known.state === 'yours' || (await isContactWaiting(scope, contactId))) return true;
  const [serviceId = null] = known.slot.serviceIds;
  const preference = WaitPreference.parse({ branchId: known.slot.branchId, serviceId });
  await joinWaitlist(scope, { contactId, preference, comment: '', source: 'offer', visitId: null });
  return true;
}

/** The page that the link of a test message leads to. */
async function examplePage(scope: ActionScope, language: Language): Promise<VisitorPage> {
  const tenant = await getTenant(scope);
  const time = exampleTime(scope, tenant, language);
  return exampleSlotPage({ appearance: await publicAppearance(scope), language, slot: time });
}

async function viewOf(scope: ActionScope, offerId: SlotOfferId, request: VisitorRequest): Promise<SlotView | null> {
  const known = await findKnownOffer(scope, offerId);
  if (!known) return null;
  const { slot, offer, state } = known;
  const reach = (await reachOf(scope, [offer.contactId])).get(offer.contactId);
  const givenUp = offer.entryId && (await findGivenUpVisit(scope, offer.entryId));
  const [visit] = givenUp ? await getVisitFacts(scope, [VisitId.parse(givenUp)]) : [];
  return {
    appearance: await publicAppearance(scope),
    language: languageFor(reach?.contact.language ?? null, request.language),
    slot,
    state,
    isWaiting: await isContactWaiting(scope, offer.contactId),
    endsAt: slot.mode === 'order' && offer.status === 'open' ? offer.endsAt : null,
    now: scope.clock.now(),
    givenUp: visit && visit.status !== 'cancelled' ? visit.startsAt : null,
  };
}
