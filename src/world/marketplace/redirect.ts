import { createHmac } from 'node:crypto';
import type { Platform } from '../yclients/platform.ts';
import type { SalonUser } from '../yclients/state.ts';
import type { ListedApplication } from './state.ts';

/** How the vendor has been seen to write several branches; `one` is for a single one. */
export const LINK_FORMS = ['one', 'list', 'indexed'] as const;
/** `wrong` and `none` are what somebody who forges an address can do. */
export const SIGNS = ['good', 'wrong', 'none'] as const;

export type Journey = {
  application: ListedApplication;
  companyIds: readonly number[];
  owner: SalonUser;
  form: (typeof LINK_FORMS)[number];
  sign: (typeof SIGNS)[number];
};

/** Redirect of the owner's browser after the consent. */
export function addressAfterConsent({ sim, vendor }: Platform, journey: Journey): string {
  const { application, companyIds, owner, form, sign } = journey;
  const base =
    application.redirectUrl ??
    `${sim.productUrl ?? 'http://localhost:3000'}/account/register/${vendor.name}/${application.id}`;
  const parts = companyIds.map((id, index) => {
    if (form === 'one') return `salon_id=${id}`;
    return form === 'list' ? `salon_ids[]=${id}` : `salon_ids[${index}]=${id}`;
  });
  if (application.sendsUserData) {
    const raw = Buffer.from(JSON.stringify(userDataOf(owner)));
    const key = sign === 'wrong' ? 'somebody else' : vendor.partnerToken;
    // NOTE: base64 is put into the address as it is, so its "+" arrives as a space.
    parts.push(`user_data=${raw.toString('base64')}`);
    if (sign !== 'none') parts.push(`user_data_sign=${createHmac('sha256', key).update(raw).digest('hex')}`);
  }
  return `${base}?${parts.join('&')}`;
}

function userDataOf({ id, name, login }: SalonUser) {
  return { user_id: id, name, email: login, phone: '79990009900', is_approved: true };
}
