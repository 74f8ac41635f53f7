import * as contract from '#contract/chatbots/calls.ts';
import * as scripts from '#contract/chatbots/scripts.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { addBooking, getBooking, saveBooking } from './booking/settings-actions.ts';
import { tryBooking } from './booking/trial-actions.ts';
import { listBots, setBotDeleted, switchBot } from './list/list-actions.ts';
import { addScript, getScript, saveScript } from './scripts/settings-actions.ts';
import { tryScript } from './scripts/trial-actions.ts';

export function serveChatbots(serve: Serve): void {
  serve.inTenant(contract.listChatbots, listBots);
  serve.inTenant(contract.switchChatbot, async (scope, { params, body }) => {
    await switchBot(scope, params.chatbotId, body.isEnabled);
    return {};
  });
  serve.inTenant(contract.deleteChatbot, async (scope, { params }) => {
    await setBotDeleted(scope, params.chatbotId, true);
    return {};
  });
  serve.inTenant(contract.restoreChatbot, async (scope, { params }) => {
    await setBotDeleted(scope, params.chatbotId, false);
    return {};
  });
  serve.inTenant(contract.getBookingBot, (scope, { params }) => getBooking(scope, params.chatbotId));
  serve.inTenant(contract.saveBookingBot, (scope, { params, body }) => saveBooking(scope, params.chatbotId, body));
  serve.inTenant(contract.createBookingBot, (scope, { body }) => addBooking(scope, body.settings));
  serve.inTenant(contract.tryBookingBot, (scope, { body }) => tryBooking(scope, body));
  serve.inTenant(scripts.getScriptBot, (scope, { params }) => getScript(scope, params.scriptBotId));
  serve.inTenant(scripts.saveScriptBot, (scope, { params, body }) => saveScript(scope, params.scriptBotId, body));
  serve.inTenant(scripts.createScriptBot, (scope, { body }) => addScript(scope, body.settings));
  serve.inTenant(scripts.tryScriptBot, (scope, { body }) => tryScript(scope, body));
}
