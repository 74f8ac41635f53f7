import type { MailingId } from '#contract/mailings/calls.ts';
import * as contract from '#contract/mailings/calls.ts';
import { getMailingResults, listMailingPeople } from '#contract/mailings/results.ts';
import * as trials from '#contract/mailings/trials.ts';
import * as versions from '#contract/mailings/versions.ts';
import * as bulk from '#contract/mailings/bulk.ts';
import * as checks from '#contract/mailings/check.ts';
import * as texts from '#contract/mailings/texts.ts';
import * as runs from '#contract/mailings/runs.ts';
import type { MemberScope } from '#server/platform/context/context.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { changeMany } from './bulk/bulk.ts';
import { findTexts, replaceTexts } from './bulk/replacing.ts';
import { rollBackMany } from './bulk/rollback.ts';
import { checkMailing, listCheckedPeople } from './checking/check.ts';
import { listRehearsedPeople, rehearseMailing } from './checking/rehearsal.ts';
import { previewMailing } from './checking/preview.ts';
import { sendMailingTest } from './checking/trials.ts';
import { createMailing, deleteMailing, duplicateMailing, restoreMailing, saveMailing } from './editing/actions.ts';
import { getMailing } from './editing/mailing-reads.ts';
import { countMailings, listMailings } from './listing/listing.ts';
import { pageOfMailingPeople } from './results/people-reads.ts';
import { getResults } from './results/results.ts';
import { listHistory, rollBack } from './versions/versions.ts';
import { chooseWinner } from './sending/experiment.ts';
import { cancel, changeMailing, type MailingChanger, pause, resume, startMailing } from './sending/status-actions.ts';

export function serveMailings(serve: Serve): void {
  serve.inTenant(contract.listMailings, (scope, { query }) => listMailings(scope, query));
  serve.inTenant(contract.countMailings, (scope, { query }) => countMailings(scope, query));
  serve.inTenant(contract.getMailing, (scope, { params }) => getMailing(scope, params.mailingId));
  serve.inTenant(contract.createMailing, (scope, { body }) => createMailing(scope, body));
  serve.inTenant(contract.saveMailing, (scope, { params, body }) => saveMailing(scope, params.mailingId, body));
  serve.inTenant(contract.duplicateMailing, (scope, { params }) => duplicateMailing(scope, params.mailingId));
  serve.inTenant(contract.deleteMailing, async (scope, { params }) => {
    await deleteMailing(scope, params.mailingId);
    return {};
  });
  serve.inTenant(contract.restoreMailing, (scope, { params }) => restoreMailing(scope, params.mailingId));
  serve.inTenant(checks.checkMailing, (scope, { body }) => checkMailing(scope, body));
  serve.inTenant(checks.listCheckedPeople, (scope, { body }) => listCheckedPeople(scope, body));
  serve.inTenant(checks.rehearseMailing, (scope, { body }) => rehearseMailing(scope, body));
  serve.inTenant(checks.listRehearsedPeople, (scope, { body }) => listRehearsedPeople(scope, body));
  serve.inTenant(trials.previewMailing, (scope, { body }) => previewMailing(scope, body));
  serve.inTenant(trials.sendMailingTest, (scope, { body }) => sendMailingTest(scope, body));
  serve.inTenant(versions.listMailingVersions, (scope, { params, query }) =>
    listHistory(scope, params.mailingId, query),
  );
  serve.inTenant(versions.rollBackMailing, (scope, { params, body }) => rollBack(scope, params.mailingId, body));
  serve.inTenant(getMailingResults, (scope, { params }) => getResults(scope, params.mailingId));
  serve.inTenant(listMailingPeople, (scope, { params, query }) => pageOfMailingPeople(scope, params.mailingId, query));
  serve.inTenant(versions.rollBackMailings, (scope, { body }) => rollBackMany(scope, body));
  serve.inTenant(texts.findMailingTexts, (scope, { body }) => findTexts(scope, body));
  serve.inTenant(texts.replaceMailingTexts, (scope, { body }) => replaceTexts(scope, body));
  serve(bulk.changeMailings, (ctx, { body }) => changeMany(ctx, body));
  serve.inTenant(runs.startMailing, async (scope, { params: { mailingId }, body }) => {
    await startMailing(scope, mailingId, body.baseVersion);
    return getMailing(scope, mailingId);
  });
  const changing =
    (change: MailingChanger) =>
    async (scope: MemberScope, { params: { mailingId } }: { params: { mailingId: MailingId } }) => {
      await changeMailing(scope, mailingId, change);
      return getMailing(scope, mailingId);
    };
  serve.inTenant(runs.chooseWinner, async (scope, { params: { mailingId }, body }) => {
    await chooseWinner(scope, mailingId, body.variant);
    return getMailing(scope, mailingId);
  });
  serve.inTenant(runs.pauseMailing, changing(pause));
  serve.inTenant(runs.continueMailing, changing(resume));
  serve.inTenant(runs.cancelMailing, changing(cancel));
}
