import * as contract from '#contract/waitlist/calls.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { addEntry, listEntries, saveEntry, setEntryWaits } from './entries/entry-actions.ts';
import { getSettings, saveSettings } from './settings/settings-actions.ts';
import { getFigures, getSlot, listSlots, markEntered, stopSlot } from './offers/slot-actions.ts';
import { previewOffers, sendOfferTrial } from './offers/trial-actions.ts';

export function serveWaitlist(serve: Serve): void {
  serve.inTenant(contract.getWaitlistSettings, getSettings);
  serve.inTenant(contract.saveWaitlistSettings, (scope, { body }) => saveSettings(scope, body));
  serve.inTenant(contract.previewOffer, (scope, { body }) => previewOffers(scope, body));
  serve.inTenant(contract.sendOfferTest, (scope, { body }) => sendOfferTrial(scope, body));
  serve.inTenant(contract.listWaitEntries, (scope, { query }) => listEntries(scope, query));
  serve.inTenant(contract.createWaitEntry, (scope, { body }) => addEntry(scope, body));
  serve.inTenant(contract.saveWaitEntry, (scope, { params, body }) => saveEntry(scope, params.waitEntryId, body));
  serve.inTenant(contract.removeWaitEntry, async (scope, { params }) => {
    await setEntryWaits(scope, params.waitEntryId, false);
    return {};
  });
  serve.inTenant(contract.restoreWaitEntry, (scope, { params }) => setEntryWaits(scope, params.waitEntryId, true));
  serve.inTenant(contract.listFreedSlots, (scope, { query }) => listSlots(scope, query));
  serve.inTenant(contract.getFreedSlot, (scope, { params }) => getSlot(scope, params.slotId));
  serve.inTenant(contract.stopFreedSlot, (scope, { params }) => stopSlot(scope, params.slotId));
  serve.inTenant(contract.markSlotEntered, (scope, { params }) => markEntered(scope, params.slotId));
  serve.inTenant(contract.getWaitlistFigures, (scope, { query }) => getFigures(scope, query));
}
