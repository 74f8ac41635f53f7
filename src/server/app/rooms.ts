import { listKnownSenders } from '#server/delivery/sender-reads.ts';
import type { FastifyInstance } from 'fastify';
import { serveAdmin } from '#server/admin/routes.ts';
import { serveAuth } from '#server/auth/routes.ts';
import { workAuth } from '#server/auth/workers.ts';
import { serveChannels } from '#server/channels/routes.ts';
import { workChannels } from '#server/channels/workers.ts';
import { workChatbots } from '#server/chatbots/workers.ts';
import { serveMarketplace } from '#server/connections/marketplace-routes.ts';
import { workMarketplace } from '#server/connections/marketplace-workers.ts';
import { serveConnections } from '#server/connections/routes.ts';
import { workConnections } from '#server/connections/workers.ts';
import { serveContacts } from '#server/contacts/routes.ts';
import { serveConversations } from '#server/conversations/routes.ts';
import type { DueChecks } from '#server/delivery/port.ts';
import { countDueByChannel } from '#server/delivery/due-count-queries.ts';
import { serveDelivery } from '#server/delivery/routes.ts';
import { workDelivery } from '#server/delivery/workers.ts';
import { createDueCheck } from '#server/flows/planning/due.ts';
import { serveAttachments } from '#server/texts/attachment-routes.ts';
import { serveFlows } from '#server/flows/routes.ts';
import { workFlows } from '#server/flows/workers.ts';
import { serveInsights } from '#server/insights/routes.ts';
import { workInsights } from '#server/insights/workers.ts';
import { serveIntegrations } from '#server/integrations/routes.ts';
import { workIntegrations } from '#server/integrations/workers.ts';
import { serveOnboarding } from '#server/onboarding/routes.ts';
import { serveOrders } from '#server/orders/routes.ts';
import { workOrders } from '#server/orders/workers.ts';
import type { Context } from '#server/platform/context.ts';
import { serveWebhooks } from '#server/platform/webhook-intake.ts';
import { sweepInbox } from '#server/platform/inbox.ts';
import type { Repeat, Work } from '#server/platform/job-runner.ts';
import type { Serve } from '#server/platform/serve.ts';
import { sweep } from '#server/platform/sweep.ts';
import { serveRehearsal } from '#server/rehearsal/routes.ts';
import { workRehearsal } from '#server/rehearsal/workers.ts';
import { serveAudiences } from '#server/audiences/routes.ts';
import { serveTransfers } from '#server/transfers/routes.ts';
import { workTransfers } from '#server/transfers/workers.ts';
import { servePolicy } from '#server/policy/routes.ts';
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
  serveWebhooks(app, ctx, webhookSources(ctx, providers));
  serveAuth(serve, CABINET);
  serveChannels(serve, { providers: providers.channels, countDueMessages: countDueByChannel });
  serveConnections(serve, providers);
  serveMarketplace(serve);
  serveContacts(serve);
  serveVisits(serve);
  serveOrders(serve);
  serveIntegrations(serve);
  servePolicy(serve, { listKnown: listKnownSenders });
  serveAudiences(serve);
  serveConversations(serve);
  serveDelivery(serve);
  serveFlows(serve);
  serveTransfers(serve);
  serveRehearsal(serve);
  serveAdmin(serve);
  serveAttachments(app, ctx);
  serveInsights(serve);
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
  workVisits(work, providers.sourceProviders);
  workOrders(work, providers.sourceProviders);
  workIntegrations(repeat);
  workDelivery(work, repeat, { providers: providers.channels, dueChecksOf });
  workFlows(work, repeat);
  workTransfers(work);
  workRehearsal(work);
  workChatbots(work, providers.sourceProviders);
  workInsights(repeat);
}

/** The due check of each kind of sender, called just before a message is sent. */
function dueChecksOf(ctx: Context): DueChecks {
  const flows = createDueCheck(ctx);
  return new Map([
    ['flow', flows],
    ['report', flows],
  ]);
}
