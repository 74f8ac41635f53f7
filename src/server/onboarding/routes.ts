import * as contract from '#contract/onboarding/calls.ts';
import * as clinic from '#contract/onboarding/clinic.ts';
import type { Serve } from '#server/platform/calls/serve.ts';
import { chooseChannel, readSetup, start, writeReminder } from './clinic/setup-actions.ts';
import { getHome, listNotices, readNotices } from './actions.ts';

export function serveOnboarding(serve: Serve): void {
  serve.inTenant(contract.getHome, (scope, { query }) => getHome(scope, query.branchId));
  serve.inTenant(clinic.getClinicSetup, readSetup);
  serve.inTenant(clinic.chooseClinicChannel, (scope, { body }) => chooseChannel(scope, body.channelId));
  serve.inTenant(clinic.writeClinicReminder, (scope, { body }) => writeReminder(scope, body.text));
  serve.inTenant(clinic.startClinic, (scope, { body }) => start(scope, body.startsOn));
  serve.inTenant(contract.listNotices, listNotices);
  serve.inTenant(contract.readNotices, async (scope) => {
    await readNotices(scope);
    return {};
  });
}
