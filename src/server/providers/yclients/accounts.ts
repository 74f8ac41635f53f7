import { z } from 'zod';
import type { Account, Requester, BranchFacts, Caller, Credentials, ProviderResult } from '#server/connections/port.ts';
import { type Ask, failed } from './asking.ts';
import { CompanyShape, toBranch } from './catalogue.ts';
import { TextOrNone } from './coerce.ts';
import type { VendorProfile } from './profile.ts';

const BRANCHES_A_PAGE = 100;
/** No owner has so many; a list that never ends must end. */
const MAX_BRANCH_PAGES = 20;

const SignedIn = z.object({ user_token: z.string().min(1), name: TextOrNone });

/** Exchanges login and password for a token; a token is tried. */
export async function signIn(ask: Ask, requester: Requester, given: Credentials): Promise<ProviderResult<Account>> {
  const { userToken } = given;
  if (userToken !== undefined) {
    const question = { method: 'GET', path: '/companies', query: { my: 1, count: 1, page: 1 } } as const;
    const known = await ask(requester, userToken, question, z.unknown());
    if (known.isOk) return { isOk: true, value: { credentials: { userToken }, name: '' } };
    return known.trouble === 'token_expired' ? { ...known, trouble: 'wrong_login' } : known;
  }
  const question = { method: 'POST', path: '/auth', json: given } as const;
  const heard = await ask(requester, null, question, SignedIn);
  if (heard.isOk) {
    const { user_token: token, name } = heard.value;
    return { isOk: true, value: { credentials: { userToken: token }, name: name ?? '' } };
  }
  const isRefused = [400, 403, 404, 422].includes(heard.status ?? 0) || heard.trouble === 'token_expired';
  return isRefused ? { ...heard, trouble: 'wrong_login' } : heard;
}

/** Branches of the user whose token it is, page by page. One whose time zone nobody knows cannot be offered. */
export async function listBranches(
  ask: Ask,
  profile: VendorProfile,
  { credentials, ...requester }: Caller,
): Promise<ProviderResult<BranchFacts[]>> {
  const branches: BranchFacts[] = [];
  let seen = 0;
  for (let page = 1; page <= MAX_BRANCH_PAGES; page++) {
    const query = { my: 1, count: BRANCHES_A_PAGE, page };
    const heard = await ask(
      requester,
      credentials['userToken'] ?? '',
      { method: 'GET', path: '/companies', query },
      z.array(z.unknown()),
    );
    if (!heard.isOk) return heard;
    for (const one of heard.value) {
      const company = CompanyShape.safeParse(one);
      const branch = company.success && toBranch(company.data, profile, true);
      if (branch) branches.push(branch);
    }
    seen += heard.value.length;
    // A short page is no proof of the end: the vendor may give fewer than it was asked for.
    const isEnd = heard.total === null ? heard.value.length < BRANCHES_A_PAGE : seen >= heard.total;
    if (isEnd || heard.value.length === 0) break;
  }
  return branches.length > 0 ? { isOk: true, value: branches } : failed('no_branches', null);
}
