import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '#server/admin/routes.ts';
import { serveBookingPages } from '#server/booking/booking-routes.ts';
import { serveBooking } from '#server/booking/routes.ts';
import { workBooking } from '#server/booking/workers.ts';
import { serveVisitPage } from '#server/booking/visit-page-routes.ts';
import { serveAuth } from '#server/auth/routes.ts';
import { workAuth } from '#server/auth/workers.ts';
import { servePairingPage } from '#server/channels/pairing-page-routes.ts';
import { servePartnerReturn } from '#server/channels/partner-return-routes.ts';
import { serveChannels } from '#server/channels/routes.ts';
import { workChannels } from '#server/channels/workers.ts';
import { workChatbots } from '#server/chatbots/workers.ts';
import { serveMarketplace } from '#server/connections/marketplace-routes.ts';
import { workMarketplace } from '#server/connections/marketplace-workers.ts';
import { serveConnections } from '#server/connections/routes.ts';
import { workConnections } from '#server/connections/workers.ts';
import { serveIgnorePage } from '#server/contacts/ignore-page-routes.ts';
import { serveContacts } from '#server/contacts/routes.ts';
import { workContacts } from '#server/contacts/workers.ts';
import { listFilesOfConversations } from '#server/conversations/file-reads.ts';
import { serveConversations } from '#server/conversations/routes.ts';
import { workConversations } from '#server/conversations/workers.ts';
import type { DueChecks } from '#server/delivery/port.ts';
import { countDueByChannel, countPlannedOfChannel } from '#server/delivery/due-count-queries.ts';
import { serveDelivery } from '#server/delivery/routes.ts';
import { workDelivery } from '#server/delivery/workers.ts';
import { checkDue } from '#server/flows/planning/due.ts';
import { FLOWS_UNDER_POLICY } from '#server/flows/planning/under-policy.ts';
import { listFilesOfAppearance } from '#server/texts/appearance-actions.ts';
import { serveAttachments } from '#server/texts/attachment-routes.ts';
import { listFilesOfDrafts } from '#server/templates/file-reads.ts';
import type { ListSendersAtWork } from '#server/channels/stopping.ts';
import type { ListTemplateUses } from '#server/templates/port.ts';
import { serveTemplates } from '#server/templates/routes.ts';
import { serveTexts } from '#server/texts/routes.ts';
import { workTexts } from '#server/texts/workers.ts';
import { serveBulk } from '#server/bulk/routes.ts';
import { serveFlows } from '#server/flows/routes.ts';
import { listFilesOfFlows } from '#server/flows/storage/reads.ts';
import { listFlowsAtWork } from '#server/flows/storage/at-work-reads.ts';
import { listTemplatesOfFlows } from '#server/flows/storage/template-reads.ts';
import { workFlows } from '#server/flows/workers.ts';
import { serveGallery } from '#server/gallery/routes.ts';
import { IMPORT_UPLOADS, serveImports } from '#server/imports/routes.ts';
import { workImports } from '#server/imports/workers.ts';
import { serveExports } from '#server/insights/export-routes.ts';
import { serveInsights } from '#server/insights/routes.ts';
import { workInsights } from '#server/insights/workers.ts';
import { serveIntegrations } from '#server/integrations/routes.ts';
import { workIntegrations } from '#server/integrations/workers.ts';
import { serveLinkVisitors } from '#server/links/visitor-routes.ts';
import { serveLinks } from '#server/links/routes.ts';
import { shortenLinks } from '#server/links/shortening-actions.ts';
import { workLinks } from '#server/links/workers.ts';
import { serveMailings } from '#server/mailings/routes.ts';
import { MAILINGS_UNDER_POLICY } from '#server/mailings/sending/under-policy.ts';
import { checkDueOfMailings } from '#server/mailings/sending/due.ts';
import { listFilesOfMailings } from '#server/mailings/storage/file-reads.ts';
import { listMailingsAtWork } from '#server/mailings/storage/at-work-reads.ts';
import { listTemplatesOfMailings } from '#server/mailings/storage/template-reads.ts';
import { workMailings } from '#server/mailings/workers.ts';
import { serveOnboarding } from '#server/onboarding/routes.ts';
import { serveOrders } from '#server/orders/routes.ts';
import { workOrders } from '#server/orders/workers.ts';
import type { Context } from '#server/platform/context.ts';
import { serveWebhooks } from '#server/platform/webhook-intake.ts';
import { sweepInbox } from '#server/platform/inbox.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import type { Serve } from '#server/platform/serve.ts';
import { serveGonePage } from '#server/tenants/gone-page-routes.ts';
import { sweep } from '#server/platform/sweep.ts';
import { serveRehearsal } from '#server/rehearsal/routes.ts';
import { workRehearsal } from '#server/rehearsal/workers.ts';
import { serveAudiences } from '#server/audiences/routes.ts';
import { workAudiences } from '#server/audiences/workers.ts';
import { serveTransfers } from '#server/transfers/routes.ts';
import { workTransfers } from '#server/transfers/workers.ts';
import { checkDueOfWaitlist } from '#server/waitlist/due.ts';
import { serveJoining, waitlistPart } from '#server/waitlist/joining-routes.ts';
import { serveSlotPage } from '#server/waitlist/page-routes.ts';
import { serveSiteJoining } from '#server/waitlist/site-joining-routes.ts';
import { serveWaitlist } from '#server/waitlist/routes.ts';
import { listTemplatesOfWaitlist } from '#server/waitlist/template-reads.ts';
import { WAITLIST_UNDER_POLICY } from '#server/waitlist/under-policy.ts';
import { workWaitlist } from '#server/waitlist/workers.ts';
import type { PolicySenders } from '#server/policy/port.ts';
import { servePolicy } from '#server/policy/routes.ts';
import { checkDueOfReviews } from '#server/reviews/answer-actions.ts';
import { listFilesOfReviews } from '#server/reviews/file-reads.ts';
import { listTemplatesOfReviews } from '#server/reviews/template-reads.ts';
import { serveReviewPages } from '#server/reviews/page-routes.ts';
import { serveReviews } from '#server/reviews/routes.ts';
import { workReviews } from '#server/reviews/workers.ts';
import { serveVisits } from '#server/visits/routes.ts';
import { workVisits } from '#server/visits/workers.ts';
import { CABINET } from './cabinet.ts';
import { serveClientConfig } from './client-config.ts';
import { webhookSources } from './webhooks.ts';
import type { Providers } from './providers.ts';
import { SOURCES } from './sources.ts';

/**
 * Binds the calls of every room, lower first.
 *
 * @param app for the few answers that are not JSON: files, uploads
 */
export function serveRooms(serve: Serve, app: FastifyInstance, ctx: Context, providers: Providers): void {
  serveClientConfig(serve);
  serveGonePage(app, ctx);
  serveWebhooks(app, ctx, webhookSources(ctx, providers));
  serveAuth(serve, CABINET);
  servePairingPage(app, ctx, providers.channels);
  serveChannels(serve, {
    providers: providers.channels,
    countDueMessages: countDueByChannel,
    countPlannedMessages: countPlannedOfChannel,
    sendersAtWork: SENDERS_AT_WORK,
  });
  servePartnerReturn(app);
  serveConnections(serve, providers);
  serveMarketplace(serve);
  serveContacts(serve);
  serveIgnorePage(app, ctx);
  serveVisits(serve);
  serveOrders(serve);
  serveIntegrations(serve);
  serveTexts(serve);
  serveTemplates(serve, { providers: providers.channels, templateUses: TEMPLATE_USES });
  serveImports(serve);
  serveAudiences(serve);
  serveConversations(serve);
  serveDelivery(serve);
  servePolicy(serve, POLICY_SENDERS);
  serveLinks(serve);
  serveLinkVisitors(app, ctx);
  serveBooking(serve);
  serveBookingPages(app, ctx);
  serveVisitPage(app, ctx, { sourceProviders: providers.sourceProviders, parts: [waitlistPart] });
  serveReviews(serve);
  serveReviewPages(app, ctx);
  serveFlows(serve);
  serveGallery(serve);
  serveBulk(serve);
  serveTransfers(serve);
  serveMailings(serve);
  serveWaitlist(serve);
  serveSlotPage(app, ctx);
  serveJoining(app, ctx);
  serveSiteJoining(app, ctx);
  serveRehearsal(serve, POLICY_SENDERS);
  serveAdmin(serve);
  serveAttachments(app, ctx, IMPORT_UPLOADS);
  serveInsights(serve);
  serveExports(app, ctx);
  serveOnboarding(serve);
}

/** Binds the jobs of every room, and their schedules. */
export function workRooms(work: Work, repeat: Repeat, providers: Providers): void {
  repeat('platform.sweep', '*/10 * * * *', sweep);
  repeat('platform.sweep-inbox', '17 * * * *', sweepInbox);
  workAuth(work, repeat);
  workChannels(work, repeat, providers.channels);
  workConnections(work, repeat, { ...providers, sources: SOURCES });
  workMarketplace(work, repeat, providers);
  workContacts(repeat);
  workVisits(work, repeat, providers.sourceProviders);
  workOrders(work, providers.sourceProviders);
  workIntegrations(repeat);
  workTexts(repeat, { fileUses: FILE_USES });
  workImports(work, repeat);
  workAudiences(repeat);
  workConversations(work, repeat, providers.channels);
  workDelivery(work, repeat, { providers: providers.channels, dueChecks: DUE_CHECKS, shortenLinks });
  workLinks(repeat);
  workReviews(work);
  workFlows(work, repeat);
  workTransfers(work);
  workMailings(work, repeat);
  workWaitlist(work, providers.sourceProviders);
  workRehearsal(work);
  workChatbots(work, providers.sourceProviders);
  workBooking(work, providers.sourceProviders);
  workInsights(repeat);
}

/** Rooms whose messages follow the contact policy, by the kind of their senders. */
const POLICY_SENDERS: PolicySenders = new Map([
  ['flow', FLOWS_UNDER_POLICY],
  ['mailing', MAILINGS_UNDER_POLICY],
  ['waitlist', WAITLIST_UNDER_POLICY],
]);

/** Rooms whose senders stop without a channel. */
const SENDERS_AT_WORK: readonly ListSendersAtWork[] = [listFlowsAtWork, listMailingsAtWork];

/** Rooms whose messages take templates. */
const TEMPLATE_USES: readonly ListTemplateUses[] = [
  listTemplatesOfFlows,
  listTemplatesOfMailings,
  listTemplatesOfWaitlist,
  listTemplatesOfReviews,
];

/** Rooms that keep uploaded files. */
const FILE_USES = [
  listFilesOfAppearance,
  listFilesOfConversations,
  listFilesOfDrafts,
  listFilesOfFlows,
  listFilesOfMailings,
  listFilesOfReviews,
] as const;

/** The due check of each kind of sender, called just before a message is sent. */
const DUE_CHECKS: DueChecks = new Map([
  ['flow', checkDue],
  ['report', checkDue],
  ['mailing', checkDueOfMailings],
  ['review', checkDueOfReviews],
  ['waitlist', checkDueOfWaitlist],
]);
