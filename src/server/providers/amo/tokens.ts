import { z } from 'zod';
import type { GivenTokens, Renew } from '#server/connections/token-port.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import { type ApiResult, failed, understand } from './answers.ts';

export type Integration = {
  http: HttpClient;
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** With `{host}` for the host of an account. */
  baseUrl: string;
  /** Domains whose subdomains are accounts. */
  accountDomains: readonly string[];
  /** As in the settings of our integration. */
  redirectUri: string;
};

const Given = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive().max(10_000_000),
});

/** Returns whether a host belongs to an account of amoCRM, so that our secret may be sent to it. */
export function isAccountHost({ accountDomains }: Pick<Integration, 'accountDomains'>, host: string): boolean {
  const [, domain = ''] = /^[a-z0-9][a-z0-9-]{0,62}\.([a-z0-9.-]+)$/.exec(host) ?? [];
  return accountDomains.includes(domain);
}

export const urlOf = ({ baseUrl }: Pick<Integration, 'baseUrl'>, host: string): string =>
  baseUrl.replace('{host}', host);

/** Exchanges the code of a consent, which is accepted once. */
export async function exchangeCode(
  integration: Integration,
  host: string,
  code: string,
): Promise<ApiResult<GivenTokens>> {
  const given = await requestTokens(integration, host, { grant_type: 'authorization_code', code });
  // NOTE: 403: the integration is not installed in that account, or the address in its settings is another.
  return given.isOk || given.isTemporary ? given : { ...given, trouble: 'wrong_login' };
}

/** Renews the tokens of an account; amoCRM accepts a refresh token once. */
export function renewalOf(integration: Integration, host: string): Renew {
  return async (refresh) => {
    const given = await requestTokens(integration, host, { grant_type: 'refresh_token', refresh_token: refresh });
    if (given.isOk) return { kind: 'given', tokens: given.value };
    const { text, status, isSent, retryAfterMs } = given;
    if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
      return { kind: 'refused', text };
    return isSent ? { kind: 'lost', text } : { kind: 'unreached', text, retryAfterMs };
  };
}

async function requestTokens(
  integration: Integration,
  host: string,
  grant: Record<string, string>,
): Promise<ApiResult<GivenTokens>> {
  const { clientId, clientSecret, redirectUri, http } = integration;
  if (!clientId || !clientSecret || !isAccountHost(integration, host)) return failed('wrong_partner_token', null);
  const answer = await http({
    method: 'POST',
    url: `${urlOf(integration, host)}/oauth2/access_token`,
    json: { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, ...grant },
  });
  const given = understand(answer, Given);
  if (!given.isOk) return given.status === 429 ? { ...given, isTemporary: true, trouble: 'unreachable' } : given;
  if (!given.value) return failed('unexpected_answer', null, { status: 204, isSent: true });
  const { access_token: access, refresh_token: refresh, expires_in: expiresInSeconds } = given.value;
  return { isOk: true, value: { access, refresh, expiresInSeconds } };
}
