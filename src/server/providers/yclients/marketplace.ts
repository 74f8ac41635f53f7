import { z } from 'zod';
import type { Application, Marketplace, MarketplaceStatus } from '#server/connections/marketplace-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import { createAsk, type Heard, type PlatformOptions } from './asking.ts';
import { TextOrNone } from './coerce.ts';
import type { VendorProfile } from './profile.ts';

const Connected = z.object({ connection_status: z.object({ status: TextOrNone }).nullish().catch(null) });

const STATUSES: Readonly<Record<string, MarketplaceStatus>> = {
  pending: 'pending',
  active: 'active',
  freeze: 'frozen',
  frozen: 'frozen',
  uninstalled: 'none',
  uninstall: 'none',
};

/** The marketplace of one vendor of the platform. @param options with the marketplace's address, which is not the API's */
export function createMarketplace(profile: VendorProfile, options: PlatformOptions): Marketplace {
  const ask = createAsk(profile, options);
  return {
    kind: profile.kind,

    async statusOf(requester, application) {
      const heard = await ask(requester, null, { method: 'GET', path: pathOf(application) }, Connected);
      if (!heard.isOk) return heard.status === 404 ? { isOk: true, value: 'none' } : told(heard);
      const word = heard.value.connection_status?.status?.toLowerCase() ?? 'uninstalled';
      return { isOk: true, value: STATUSES[word] ?? 'unknown' };
    },

    async activate(requester, { branchId, applicationId }, { webhookUrl, apiKey }) {
      const json = {
        salon_id: Number(branchId),
        application_id: Number(applicationId),
        api_key: apiKey,
        webhook_urls: [webhookUrl],
      };
      const heard = await ask(requester, null, { method: 'POST', path: '/partner/callback', json }, z.unknown());
      return heard.isOk || isInstalledAlready(heard) ? { isOk: true, value: null } : told(heard);
    },

    async uninstall(requester, application) {
      const question = { method: 'POST', path: `${pathOf(application)}/uninstall` } as const;
      const heard = await ask(requester, null, question, z.unknown());
      return heard.isOk || heard.status === 404 ? { isOk: true, value: null } : told(heard);
    },
  };
}

/** With no user's token in the question, a 401 is about ours. */
function told(heard: Extract<Heard<unknown>, { isOk: false }>): Extract<ProviderResult<never>, { isOk: false }> {
  return heard.trouble === 'token_expired' ? { ...heard, trouble: 'wrong_partner_token' } : heard;
}

/** The vendor refuses a second activation, and means that the first holds. */
function isInstalledAlready({ text }: Extract<Heard<unknown>, { isOk: false }>): boolean {
  return /already installed|уже установил|уже установлен/i.test(text ?? '');
}

function pathOf({ branchId, applicationId }: Application): string {
  return `/salon/${encodeURIComponent(branchId)}/application/${encodeURIComponent(applicationId)}`;
}
