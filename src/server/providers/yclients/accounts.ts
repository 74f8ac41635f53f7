import { z } from 'zod';
import type { Account, Requester, BranchFacts, Caller, Credentials, ProviderResult } from '#server/connections/port.ts';
import { type SendRequest, failed } from './api-client.ts';
import { CompanyShape, toBranch } from './catalogue.ts';
import { TextOrNone } from './coerce.ts';
import type { VendorProfile } from './profile.ts';

const BRANCHES_A_PAGE = 100;
/** Upper bound of pages, so that an endless list ends. */
const MAX_BRANCH_PAGES = 20;

const SignedIn = z.object({ user_token: z.string().min(1), name: TextOrNone });

/** Exchanges login and password for a token; a given token is checked. */
export async function signIn(
  send: SendRequest,
  requester: Requester,
  given: Credentials,
): Promise<ProviderResult<Account>> {
  const { userToken } = given;
  if (userToken !== undefined) {
    const request = { method: 'GET', path: '/companies', query: { my: 1, count: 1, page: 1 } } as const;
    const profile = await send(requester, userToken, request, z.unknown());
    if (profile.isOk) return { isOk: true, value: { credentials: { userToken }, name: '' } };
    return profile.trouble === 'token_expired' ? { ...profile, trouble: 'wrong_login' } : profile;
  }
  const request = { method: 'POST', path: '/auth', json: given } as const;
  const result = await send(requester, null, request, SignedIn);
  if (result.isOk) {
    const { user_token: token, name } = result.value;
    return { isOk: true, value: { credentials: { userToken: token }, name: name ?? '' } };
  }
  const isRefused = [400, 403, 404, 422].includes(result.status ?? 0) || result.trouble === 'token_expired';
  return isRefused ? { ...result, trouble: 'wrong_login' } : result;
}

/** Lists the branches of the token's user, page by page. Branches with an unknown time zone are omitted. */
export async function listBranches(
  send: SendRequest,
  profile: VendorProfile,
  { credentials, ...requester }: Caller,
): Promise<ProviderResult<BranchFacts[]>> {
  const branches: BranchFacts[] = [];
  let seen = 0;
  for (let page = 1; page <= MAX_BRANCH_PAGES; page++) {
    const query = { my: 1, count: BRANCHES_A_PAGE, page };
    const result = await send(
      requester,
      credentials['userToken'] ?? '',
      { method: 'GET', path: '/companies', query },
      z.array(z.unknown()),
    );
    if (!result.isOk) return result;
    for (const one of result.value) {
      const company = CompanyShape.safeParse(one);
      const branch = company.success && toBranch(company.data, profile, true);
      if (branch) branches.push(branch);
    }
    seen += result.value.length;
    // A short page is no proof of the end: the vendor may give fewer than it was asked for.
    const isEnd = result.total === null ? result.value.length < BRANCHES_A_PAGE : seen >= result.total;
    if (isEnd || result.value.length === 0) break;
  }
  return branches.length > 0 ? { isOk: true, value: branches } : failed('no_branches', null);
}
