import type { PlatformState } from '../yclients/state.ts';

const SYSTEM_USER_ID = 990_001;

/** Lists our application in the marketplace, and makes its system user, who belongs to no branch yet. */
export function listApplication(state: PlatformState, { id, token }: { id: number; token: string }): void {
  state.users.push({
    id: SYSTEM_USER_ID,
    login: `system-${id}@frontdesk.example`,
    password: 'system-demo',
    token,
    name: 'Frontdesk',
    companyIds: [],
  });
  state.marketplace.applications.push({
    id,
    title: 'Frontdesk',
    redirectUrl: null,
    callbackUrl: null,
    sendsUserData: true,
    systemUserId: SYSTEM_USER_ID,
  });
}
