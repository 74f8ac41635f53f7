import * as contract from '#contract/assistants/calls.ts';
import { suggestReply } from '#contract/assistants/suggestions.ts';
import * as clinics from '#contract/assistants/clinics.ts';
import * as publicChat from '#contract/assistants/public-chat.ts';
import * as night from '#contract/assistants/night-bot.ts';
import * as cases from '#contract/assistants/cases.ts';
import * as runs from '#contract/assistants/runs.ts';
import * as turns from '#contract/assistants/turns.ts';
import type { SourceProviders } from '#server/connections/port.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import {
  addReady,
  createCase,
  createCaseOfMessage,
  listCases,
  saveCase,
  setCaseDeleted,
} from './cases/case-actions.ts';
import {
  estimate,
  listRuns,
  readPublishing,
  readRun,
  readTalks,
  setRefusing,
  startRun,
  stopRun,
} from './cases/run-actions.ts';
import { getAssistant, listAssistants, listAssistantVersions } from './editing/assistant-reads.ts';
import {
  createAssistant,
  duplicateAssistant,
  listReadyInstructions,
  publishAssistant,
  rollBackAssistant,
  saveAssistant,
  setDeleted,
  switchAssistant,
} from './editing/editing-actions.ts';
import { disconnectClinics, readClinics } from './plugins/clinic/account-actions.ts';
import type { Embeddings } from './knowledge/search/embeddings-port.ts';
import { createNightBot, keepNightBotDraft, readNightBotDraft, restartNightBot } from './night/quick-start-actions.ts';
import { readMorningSummary } from './night/summary-actions.ts';
import { listTurns, readReport, readTurnOfMessage } from './reports/report-reads.ts';
import { suggest } from './suggestions/suggesting-actions.ts';
import { readPublicChat, savePublicChat } from './public-chat/settings-actions.ts';
import { clearTrialChat, readTrial, sendTrial } from './trials/trial-actions.ts';

export function serveAssistants(
  serve: Serve,
  { embeddings, sourceProviders }: { embeddings: Embeddings; sourceProviders: SourceProviders },
): void {
  serve.inTenant(contract.listAssistants, (scope, { query }) => listAssistants(scope, query));
  serve(contract.listReadyInstructions, (ctx, { query }) => listReadyInstructions(ctx, query));
  serve.inTenant(contract.createAssistant, (scope, { body }) => createAssistant(scope, body));
  serve.inTenant(contract.getAssistant, (scope, { params }) => getAssistant(scope, params.assistantId));
  serve.inTenant(contract.saveAssistant, (scope, { params, body }) => saveAssistant(scope, params.assistantId, body));
  serve.inTenant(contract.publishAssistant, (scope, { params, body }) =>
    publishAssistant(scope, params.assistantId, body),
  );
  serve.inTenant(contract.switchAssistant, (scope, { params, body }) =>
    switchAssistant(scope, params.assistantId, body),
  );
  serve.inTenant(contract.duplicateAssistant, (scope, { params }) => duplicateAssistant(scope, params.assistantId));
  serve.inTenant(contract.deleteAssistant, async (scope, { params }) => {
    await setDeleted(scope, params.assistantId, true);
    return {};
  });
  serve.inTenant(contract.restoreAssistant, (scope, { params }) => setDeleted(scope, params.assistantId, false));
  serve.inTenant(contract.listAssistantVersions, (scope, { params, query }) =>
    listAssistantVersions(scope, params, query),
  );
  serve.inTenant(contract.rollBackAssistant, (scope, { params, body }) =>
    rollBackAssistant(scope, params.assistantId, body),
  );
  serve.inTenant(night.getNightBotDraft, (scope) => readNightBotDraft(scope));
  serve.inTenant(night.saveNightBotDraft, async (scope, { body }) => {
    await keepNightBotDraft(scope, body);
    return {};
  });
  serve.inTenant(night.createNightBot, (scope, { body }) => createNightBot(scope, body));
  serve.inTenant(night.restartNightBot, async (scope) => {
    await restartNightBot(scope);
    return {};
  });
  serve.inTenant(night.getMorningSummary, (scope, { params }) => readMorningSummary(scope, params.assistantId));
  serve.inTenant(turns.getTurnOfMessage, (scope, { params }) => readTurnOfMessage(scope, params.messageId));
  serve.inTenant(turns.listAssistantTurns, (scope, { params, query }) => listTurns(scope, params.assistantId, query));
  serve.inTenant(turns.getAssistantReport, (scope, { params, query }) => readReport(scope, params.assistantId, query));
  serve(suggestReply, (ctx, { params, body }) =>
    suggest({ ...ctx, sourceProviders }, embeddings, { ...params, ...body }),
  );
  serve.inTenant(publicChat.getPublicChat, (scope, { params }) => readPublicChat(scope, params.assistantId));
  serve.inTenant(publicChat.savePublicChat, (scope, { params, body }) =>
    savePublicChat(scope, params.assistantId, body),
  );
  serve.inTenant(turns.getTrial, (scope, { params }) => readTrial(scope, params.assistantId));
  serve(turns.sendTrialMessage, (ctx, { params, body }) =>
    sendTrial({ ...ctx, sourceProviders }, embeddings, { ...params, ...body }),
  );
  serve(clinics.getClinics, (ctx, { query }) => readClinics({ ...ctx, sourceProviders }, query.connectionId ?? null));
  serve(clinics.disconnectClinics, async (ctx) => {
    await disconnectClinics(ctx);
    return {};
  });
  serve.inTenant(turns.clearTrial, async (scope, { params }) => {
    await clearTrialChat(scope, params.assistantId);
    return {};
  });
}

/** Binds the calls of cases and their runs. */
export function serveCases(serve: Serve): void {
  serve.inTenant(cases.listAssistantCases, (scope, { params, query }) => listCases(scope, params.assistantId, query));
  serve.inTenant(cases.createAssistantCase, (scope, { params, body }) => createCase(scope, params.assistantId, body));
  serve.inTenant(cases.saveAssistantCase, (scope, { params, body }) => saveCase(scope, params, body));
  serve.inTenant(cases.deleteAssistantCase, async (scope, { params }) => {
    await setCaseDeleted(scope, params, true);
    return {};
  });
  serve.inTenant(cases.restoreAssistantCase, (scope, { params }) => setCaseDeleted(scope, params, false));
  serve.inTenant(cases.addReadyCases, (scope, { params, body }) => addReady(scope, params.assistantId, body));
  serve.inTenant(cases.createCaseOfMessage, (scope, { params }) => createCaseOfMessage(scope, params.messageId));
  serve.inTenant(runs.listAssistantRuns, (scope, { params, query }) => listRuns(scope, params.assistantId, query));
  serve.inTenant(runs.estimateAssistantRun, (scope, { params, query }) => estimate(scope, params.assistantId, query));
  serve.inTenant(runs.startAssistantRun, (scope, { params, body }) => startRun(scope, params.assistantId, body));
  serve.inTenant(runs.stopAssistantRun, (scope, { params }) => stopRun(scope, params));
  serve.inTenant(runs.getAssistantRun, (scope, { params }) => readRun(scope, params));
  serve.inTenant(runs.listRunTalks, (scope, { params }) => readTalks(scope, params));
  serve.inTenant(runs.getPublishing, (scope, { params }) => readPublishing(scope, params.assistantId));
  serve.inTenant(runs.setRefusesFailing, (scope, { params, body }) =>
    setRefusing(scope, params.assistantId, body.refusesFailing),
  );
}
