import { z } from 'zod';
import type { TenantId } from '#contract/tenants/ids.ts';
import { sameSecret, type Vault } from '#server/platform/secrets/vault.ts';
import { Problem } from '#server/platform/values/problem.ts';

/** For so long an owner may stay on the page of the system. */
export const CONSENT_MINUTES = 60;

type Signer = Pick<Vault, 'sign'>;
/** The member who left for the page of the system. */
type Leaver = { tenantId: TenantId; memberId: string };

/**
 * Returns the state that the system passes back: the consent's id with our signature for the member, and the address
 * that the member left from, with our signature too.
 */
export function stateOf(vault: Signer, leaver: Leaver, consentId: string, origin: string): string {
  const from = Buffer.from(origin).toString('base64url');
  return [consentId, signatureOf(vault, leaver, consentId), from, signatureOfOrigin(vault, origin)].join('.');
}

/** Returns the address that the member of a state left from; null: it is not ours. */
export function originOfState(vault: Signer, state: string): string | null {
  const [, , from = '', signature = ''] = state.split('.');
  const origin = Buffer.from(from, 'base64url').toString('utf8');
  return sameSecret(signature, signatureOfOrigin(vault, origin)) ? origin : null;
}

const signatureOfOrigin = (vault: Signer, origin: string) =>
  vault.sign('connection-consent-origin', origin).toString('base64url');

/**
 * Reads what an owner came back with.
 *
 * @throws {Problem} `consent.no_parameters` when access was refused or something is missing, `consent.wrong_state`
 *   when the state is not this member's
 */
export function readReturn(
  vault: Signer,
  leaver: Leaver,
  search: string,
): { consentId: string; code: string; host: string } {
  const query = new URLSearchParams(search);
  const [code, referer, state] = ['code', 'referer', 'state'].map((name) => query.get(name)?.trim() ?? '');
  if (query.get('error') || !code || !referer || !state) throw new Problem('consent.no_parameters');
  const [consentId = '', signature = ''] = state.split('.');
  if (!z.uuid().safeParse(consentId).success || !sameSecret(signature, signatureOf(vault, leaver, consentId)))
    throw new Problem('consent.wrong_state');
  return { consentId, code, host: hostOf(referer) };
}

/** The host alone, in lower case; a referer may be an address. */
function hostOf(referer: string): string {
  const address = referer.includes('://') ? referer : `https://${referer}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && url.username === '' && url.port === '' ? url.hostname : '';
}

function signatureOf(vault: Signer, { tenantId, memberId }: Leaver, consentId: string): string {
  return vault.sign('connection-consent', `${tenantId}:${memberId}:${consentId}`).toString('base64url');
}
