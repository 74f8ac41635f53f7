import { z } from 'zod';
import type { CrmRight } from '#contract/connections/calls.ts';
import { DESK_RIGHTS } from '#contract/connections/values.ts';
import type { Account, BranchFacts, Caller, Credentials, ProviderResult, Requester } from '#server/connections/port.ts';
import {
  accountOf,
  addressOf,
  type ApiResult,
  branchIdOf,
  callApi,
  callInstallation,
  type ChatwootOptions,
  failed,
} from './api-client.ts';

const Profile = z.object({
  name: z.string().nullish(),
  account_id: z.number().int().nullish(),
  accounts: z.array(
    z.object({
      id: z.number().int(),
      name: z.string().nullish(),
      role: z.string().nullish(),
      status: z.string().nullish(),
    }),
  ),
});
type Profile = z.output<typeof Profile>;

/** A user with a second factor is answered with `mfa_required` instead of a token. */
const SignedIn = z.union([
  z.object({ data: z.object({ access_token: z.string().min(1) }) }),
  z.object({ mfa_required: z.literal(true) }),
]);

/**
 * Checks a token, or exchanges email and password for one: the password is not kept. A person may have few sessions at a
 * time, so signing in may be refused.
 */
export async function signIn(
  options: ChatwootOptions,
  requester: Requester,
  given: Credentials,
): Promise<ProviderResult<Account>> {
  const baseUrl = addressOf(options, given['baseUrl']);
  if (baseUrl === null) return failed('wrong_address', null);
  const token = await tokenOf(options, { ...requester, baseUrl }, given);
  if (!token.isOk) return token;
  const credentials = { baseUrl, token: token.value };
  const profile = await readProfile(options, { ...requester, credentials });
  if (!profile.isOk) {
    const isOther = profile.status === 404 || profile.trouble === 'unexpected_answer';
    if (isOther) return { ...profile, trouble: 'wrong_address' };
    return profile.trouble === 'token_expired' ? { ...profile, trouble: 'wrong_login' } : profile;
  }
  const { account_id: current, accounts } = profile.value;
  const accountId = current ?? accounts[0]?.id;
  if (accountId === undefined) return failed('no_branches', null);
  return { isOk: true, value: { credentials: { ...credentials, accountId: String(accountId) }, name: '' } };
}

async function tokenOf(
  options: ChatwootOptions,
  requester: Requester & { baseUrl: string },
  { accessToken, email, password }: Credentials,
): Promise<ApiResult<string>> {
  if (accessToken !== undefined) return { isOk: true, value: accessToken };
  const request = { method: 'POST', path: '/auth/sign_in', json: { email, password } } as const;
  const signed = await callInstallation(options, { ...requester, token: null }, request, SignedIn);
  if (!signed.isOk) {
    if (signed.status === 409) return { ...signed, trouble: 'too_many_sessions' };
    if (signed.status === 404) return { ...signed, trouble: 'wrong_address' };
    return signed.trouble === 'token_expired' || signed.trouble === 'rights_missing'
      ? { ...signed, trouble: 'wrong_login' }
      : signed;
  }
  if ('mfa_required' in signed.value) return failed('second_factor', null);
  return { isOk: true, value: signed.value.data.access_token };
}

export async function listAccounts(options: ChatwootOptions, caller: Caller): Promise<ProviderResult<BranchFacts[]>> {
  const profile = await readProfile(options, caller);
  if (!profile.isOk) return profile;
  return {
    isOk: true,
    value: profile.value.accounts.map(({ id, name, status }) => ({
      externalId: branchIdOf(caller.credentials, id),
      title: name || `Chatwoot ${id}`,
      city: null,
      address: null,
      coordinates: null,
      phone: null,
      timeZone: null,
      currency: 'USD',
      isLicenceActive: status !== 'suspended',
      cancelClosesMinutes: null,
    })),
  };
}

/** An agent may answer and read; the rest is for administrators. */
export async function missingRights(options: ChatwootOptions, caller: Caller): Promise<ProviderResult<CrmRight[]>> {
  const profile = await readProfile(options, caller);
  if (!profile.isOk) return profile;
  const own = profile.value.accounts.find(({ id }) => String(id) === accountOf(caller));
  return { isOk: true, value: own?.role === 'agent' ? [...DESK_RIGHTS] : [] };
}

function readProfile(options: ChatwootOptions, caller: Caller): Promise<ApiResult<Profile>> {
  return callApi(options, caller, { method: 'GET', path: '/api/v1/profile' }, Profile);
}
