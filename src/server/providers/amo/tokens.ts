import { z } from 'zod';
import type { GivenTokens, Renew } from '#server/connections/token-port.ts';
import type { Answer, HttpClient } from '#server/platform/http/http-client.ts';
import { type AmoRefusal, type ApiResult, failed, understand } from './answers.ts';

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

/** Renews the tokens of an account; amoCRM accepts a refresh token once. An account that has moved is followed. */
export function renewalOf(integration: Integration, connectedHost: string): Renew {
  return async (refresh, { access, host }) => {
    const from = host ?? connectedHost;
    const grant = { grant_type: 'refresh_token', refresh_token: refresh };
    const first = await requestTokens(integration, from, grant);
    const movedTo = first.isOk ? undefined : await newHostOf(integration, from, access, first);
    const given = movedTo === undefined ? first : await requestTokens(integration, movedTo, grant);
    if (given.isOk)
      return { kind: 'given', tokens: { ...given.value, ...(movedTo !== undefined && { host: movedTo }) } };
    const { text, status, isSent, retryAfterMs } = given;
    if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
      return { kind: 'refused', text };
    return isSent ? { kind: 'lost', text } : { kind: 'unreached', text, retryAfterMs };
  };
}

const Domain = z.object({ domain: z.string() });

/** Returns the host to which an account that refuses its tokens has moved: as it leads us on, or as amoCRM knows. */
async function newHostOf(
  integration: Integration,
  host: string,
  access: string,
  refusal: AmoRefusal,
): Promise<string | undefined> {
  if (refusal.movedTo !== undefined) return refusal.movedTo;
  if (refusal.status !== 401 && refusal.status !== 404) return undefined;
  const [, ...domain] = host.split('.');
  const answer = await integration.http({
    method: 'GET',
    url: `${urlOf(integration, ['www', ...domain].join('.'))}/oauth2/account/subdomain`,
    headers: { authorization: `Bearer ${access}` },
  });
  const known = understand(answer, Domain);
  const found = known.isOk ? known.value?.domain : undefined;
  return found !== undefined && found !== host && isAccountHost(integration, found) ? found : undefined;
}

/** Returns the host that an answer leads on to, where it is one of an account. */
export function movedHostOf(integration: Pick<Integration, 'accountDomains'>, answer: Answer): string | undefined {
  if (answer.kind !== 'answered' || !REDIRECTS.includes(answer.status)) return undefined;
  const location = answer.headers['location'] ?? '';
  const host = URL.canParse(location) ? new URL(location).hostname : '';
  return isAccountHost(integration, host) ? host : undefined;
}

const REDIRECTS = [301, 302, 307, 308];

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
  const movedTo = movedHostOf(integration, answer);
  if (movedTo !== undefined) return { ...failed('unexpected_answer', null), movedTo };
  const given = understand(answer, Given);
  if (!given.isOk) return given.status === 429 ? { ...given, isTemporary: true, trouble: 'unreachable' } : given;
  if (!given.value) return failed('unexpected_answer', null, { status: 204, isSent: true });
  const { access_token: access, refresh_token: refresh, expires_in: expiresInSeconds } = given.value;
  return { isOk: true, value: { access, refresh, expiresInSeconds } };
}
