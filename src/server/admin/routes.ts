import * as contract from '#contract/admin/calls.ts';
import * as clients from '#contract/admin/clients.ts';
import * as diagnostics from '#contract/admin/diagnostics.ts';
import * as health from '#contract/admin/health.ts';
import * as instances from '#contract/admin/instances.ts';
import * as outgoing from '#contract/admin/outgoing.ts';
import * as invoices from '#contract/admin/invoices.ts';
import * as people from '#contract/admin/people.ts';
import { Problem } from '#server/platform/values/problem.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeAdminUser, getAdminUser, listAdminUsers } from './actions.ts';
import { findCompanies, listNewClients } from './clients/client-actions.ts';
import { diagnose, getUserMessageTrace, listUserMessages } from './diagnostics/diagnosis-actions.ts';
import { readHealth } from './health/health-reads.ts';
import { listInstances } from './instances/instance-actions.ts';
import {
  getOutgoing,
  liftSendingPause,
  listLeavingMessages,
  listOutgoingCabinets,
  listSendingPauses,
  pauseSending,
  previewSendingPause,
} from './outgoing/outgoing-actions.ts';
import { finishUserInvoice, listUserInvoices } from './invoice-actions.ts';
import {
  changeManager,
  createManager,
  createPayDestination,
  getLeadInfo,
  getUserAccounts,
  grantDialogues,
  listDialogueGrants,
  listManagers,
  listPayDestinations,
  listUserCompanies,
  saveLeadInfo,
} from './people-actions.ts';

export function serveAdmin(serve: Serve): void {
  serve(contract.listAdminUsers, (ctx, { query }) => listAdminUsers(ctx, query));
  serve(contract.getAdminUser, (ctx, { params }) => getAdminUser(ctx, params.userId));
  serve(contract.changeAdminUser, (ctx, { params, body }) => changeAdminUser(ctx, params.userId, body));
  serve(people.listManagers, listManagers);
  serve(people.createManager, (ctx, { body }) => createManager(ctx, body));
  serve(people.changeManager, (ctx, { params, body }) => changeManager(ctx, params.managerId, body));
  serve(people.listPayDestinations, listPayDestinations);
  serve(people.createPayDestination, (ctx, { body }) => createPayDestination(ctx, body));
  serve(people.getLeadInfo, (ctx, { params }) => getLeadInfo(ctx, params.userId));
  serve(people.saveLeadInfo, (ctx, { params, body }) => saveLeadInfo(ctx, params.userId, body));
  serve(people.getUserAccounts, (ctx, { params }) => getUserAccounts(ctx, params.userId));
  serve(people.listUserCompanies, (ctx, { params, query }) =>
    listUserCompanies(ctx, params.userId, query.withStatus === 'true'),
  );
  serve(people.changeUserPhone, (ctx, { query, body }) => {
    if (!query.userId) throw new Problem('member.not_found');
    return changeAdminUser(ctx, query.userId, body);
  });
  serve(people.listDialogueGrants, (ctx, { params }) => listDialogueGrants(ctx, params.userId));
  serve(people.grantDialogues, (ctx, { params, body }) => grantDialogues(ctx, params.userId, body));
  serve(invoices.listUserInvoices, (ctx, { params, query }) => listUserInvoices(ctx, params.userId, query));
  serve(invoices.finishInvoice, (ctx, { params, body }) => finishUserInvoice(ctx, params, body.status));
  serve(health.getOperatorHealth, readHealth);
  serve(outgoing.getOutgoing, getOutgoing);
  serve(outgoing.listOutgoingCabinets, (ctx, { query }) => listOutgoingCabinets(ctx, query));
  serve(outgoing.listLeavingMessages, (ctx, { query }) => listLeavingMessages(ctx, query));
  serve(outgoing.listSendingPauses, (ctx, { query }) => listSendingPauses(ctx, query));
  serve(outgoing.previewSendingPause, (ctx, { query }) => previewSendingPause(ctx, query));
  serve(outgoing.pauseSending, (ctx, { body }) => pauseSending(ctx, body));
  serve(outgoing.liftSendingPause, (ctx, { params, body }) => liftSendingPause(ctx, params.pauseId, body.reason));
  serve(instances.listInstances, (ctx, { query }) => listInstances(ctx, query));
  serve(diagnostics.getDiagnosis, (ctx, { params }) => diagnose(ctx, params.userId));
  serve(diagnostics.listUserMessages, (ctx, { params, query }) => listUserMessages(ctx, params.userId, query));
  serve(diagnostics.getUserMessageTrace, (ctx, { params }) => getUserMessageTrace(ctx, params.userId, params.entryId));
  serve(clients.findCompanies, async (ctx, { query }) => ({ companies: await findCompanies(ctx, query.companyId) }));
  serve(clients.listNewClients, (ctx, { query }) => listNewClients(ctx, query));
}
