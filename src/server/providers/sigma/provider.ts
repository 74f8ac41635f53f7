import { traitsOf } from '#contract/channels/kinds.ts';
import type { ChannelProvider } from '#server/channels/port.ts';
import { checkAccount, listSenders } from './account.ts';
import { createSigmaApi, type SigmaOptions } from './api.ts';
import { sendMessage } from './send.ts';
import { pollStatuses } from './statuses.ts';

/** SMS by Sigma. It posts nothing: there are no answers, and statuses are requested. */
export function createSigma(options: SigmaOptions): ChannelProvider {
  const sigma = createSigmaApi(options);
  return {
    kind: 'sigma_sms',
    traits: traitsOf('sigma_sms'),
    listSenders: (credentials) => listSenders(sigma, credentials),
    check: (credentials, signal) => checkAccount(sigma, credentials, signal),
    subscribe: async () => ({ isOk: true, value: null }),
    send: (order) => sendMessage(sigma, order),
    pollStatuses: (credentials, ids) => pollStatuses(sigma, credentials, ids),
    verify: () => false,
    read: () => [],
  };
}
