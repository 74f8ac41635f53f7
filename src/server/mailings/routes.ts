import * as contract from '#contract/mailings/calls.ts';
import * as transfers from '#contract/mailings/transfers.ts';
import { getMailingResults, listMailingPeople, listSentTexts } from '#contract/mailings/results.ts';
import * as trials from '#contract/mailings/trials.ts';
import * as versions from '#contract/mailings/versions.ts';
import * as bulk from '#contract/mailings/bulk.ts';
import * as checks from '#contract/mailings/check.ts';
import * as texts from '#contract/mailings/texts.ts';
import * as runs from '#contract/mailings/runs.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { serveSender } from '#server/senders/serve-actions.ts';
import { checkMailing, listCheckedPeople } from './checking/check.ts';
import { listRehearsedPeople, rehearseMailing } from './checking/rehearsal.ts';
import { previewMailing } from './checking/preview.ts';
import { sendMailingTest } from './checking/trials.ts';
import { createMailing, duplicateMailing, saveMailing } from './editing/actions.ts';
import { getMailing } from './editing/mailing-reads.ts';
import { countMailings, listMailings } from './listing/listing.ts';
import { pageOfMailingPeople } from './results/people-reads.ts';
import { getResults } from './results/results.ts';
import { mailingSender } from './sender.ts';
import { listSentTexts as sentTextsOf } from './results/sent-texts.ts';
import { chooseWinner } from './sending/experiment.ts';
import { startMailing } from './sending/status-actions.ts';

export function serveMailings(serve: Serve): void {
  serve.inTenant(contract.listMailings, (scope, { query }) => listMailings(scope, query));
  serve.inTenant(contract.countMailings, (scope, { query }) => countMailings(scope, query));
  serve.inTenant(contract.getMailing, (scope, { params }) => getMailing(scope, params.mailingId));
  serve.inTenant(contract.createMailing, (scope, { body }) => createMailing(scope, body));
  serve.inTenant(contract.saveMailing, (scope, { params, body }) => saveMailing(scope, params.mailingId, body));
  serve.inTenant(contract.duplicateMailing, (scope, { params }) => duplicateMailing(scope, params.mailingId));
  serve.inTenant(checks.checkMailing, (scope, { body }) => checkMailing(scope, body));
  serve.inTenant(checks.listCheckedPeople, (scope, { body }) => listCheckedPeople(scope, body));
  serve.inTenant(checks.rehearseMailing, (scope, { body }) => rehearseMailing(scope, body));
  serve.inTenant(checks.listRehearsedPeople, (scope, { body }) => listRehearsedPeople(scope, body));
  serve.inTenant(trials.previewMailing, (scope, { body }) => previewMailing(scope, body));
  serve.inTenant(trials.sendMailingTest, (scope, { body }) => sendMailingTest(scope, body));
  serveSender(serve, mailingSender, {
    changes: {
      pause: runs.pauseMailing,
      continue: runs.continueMailing,
      cancel: runs.cancelMailing,
      delete: contract.deleteMailing,
      restore: contract.restoreMailing,
    },
    listVersions: versions.listMailingVersions,
    rollBack: versions.rollBackMailing,
    rollBackMany: versions.rollBackMailings,
    changeMany: bulk.changeMailings,
    findTexts: texts.findMailingTexts,
    replaceTexts: texts.replaceMailingTexts,
    listTransfers: transfers.listMailingTransfers,
    send: transfers.sendMailings,
    cancelTransfer: transfers.cancelMailingTransfer,
    acceptOffer: transfers.acceptMailingOffer,
    declineOffer: transfers.declineMailingOffer,
  });
  serve.inTenant(getMailingResults, (scope, { params }) => getResults(scope, params.mailingId));
  serve.inTenant(listSentTexts, (scope, { params }) => sentTextsOf(scope, params.mailingId));
  serve.inTenant(listMailingPeople, (scope, { params, query }) => pageOfMailingPeople(scope, params.mailingId, query));
  serve.inTenant(runs.startMailing, async (scope, { params: { mailingId }, body }) => {
    await startMailing(scope, mailingId, body.baseVersion);
    return getMailing(scope, mailingId);
  });
  serve.inTenant(runs.chooseWinner, async (scope, { params: { mailingId }, body }) => {
    await chooseWinner(scope, mailingId, body.variant);
    return getMailing(scope, mailingId);
  });
}
