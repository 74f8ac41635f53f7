import { z } from 'zod';
import type { Application, Marketplace, MarketplaceStatus } from '#server/connections/marketplace-port.ts';
import type { ProviderResult } from '#server/connections/port.ts';
import { createApiClient, type ApiResult, type PlatformOptions } from './api-client.ts';
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
  const send = createApiClient(profile, options);
  return {
    kind: profile.kind,

    async statusOf(requester, application) {
      const result = await send(requester, null, { method: 'GET', path: pathOf(application) }, Connected);
      if (!result.isOk) return result.status === 404 ? { isOk: true, value: 'none' } : attributeTokenRefusal(result);
      const word = result.value.connection_status?.status?.toLowerCase() ?? 'uninstalled';
      return { isOk: true, value: STATUSES[word] ?? 'unknown' };
    },

    async activate(requester, { branchId, applicationId }, { webhookUrl, apiKey }) {
      const json = {
        salon_id: Number(branchId),
        application_id: Number(applicationId),
        api_key: apiKey,
        webhook_urls: [webhookUrl],
      };
      const result = await send(requester, null, { method: 'POST', path: '/partner/callback', json }, z.unknown());
      return result.isOk || isInstalledAlready(result) ? { isOk: true, value: null } : attributeTokenRefusal(result);
    },

    async uninstall(requester, application) {
      const request = { method: 'POST', path: `${pathOf(application)}/uninstall` } as const;
      const result = await send(requester, null, request, z.unknown());
      return result.isOk || result.status === 404 ? { isOk: true, value: null } : attributeTokenRefusal(result);
    },
  };
}

/** Reports a 401 as a wrong partner token: requests to the marketplace have no user's token. */
function attributeTokenRefusal(
  result: Extract<ApiResult<unknown>, { isOk: false }>,
): Extract<ProviderResult<never>, { isOk: false }> {
  return result.trouble === 'token_expired' ? { ...result, trouble: 'wrong_partner_token' } : result;
}

/** Returns whether a refusal means that the application is active already. */
function isInstalledAlready({ text }: Extract<ApiResult<unknown>, { isOk: false }>): boolean {
  return /already installed|уже установил|уже установлен/i.test(text ?? '');
}

function pathOf({ branchId, applicationId }: Application): string {
  return `/salon/${encodeURIComponent(branchId)}/application/${encodeURIComponent(applicationId)}`;
}
