import { REFERRAL_PARAMETER } from '#contract/partners/values.ts';
import { utmTagOf } from '#web/auth/sign-in/google.ts';
import { callPublic } from '#web/lib/api/api.ts';

/**
 * Has the server keep the code of the link and the campaign by which a person came, until they register on this device.
 *
 * @param search of the address of the first page
 */
export async function keepFirstTouch(search: string): Promise<void> {
  const code = new URLSearchParams(search).get(REFERRAL_PARAMETER)?.trim().slice(0, 40) || null;
  const utmTag = utmTagOf(search);
  if (!code && !utmTag) return;
  // NOTE: nothing is lost but the origin when it fails; the page works without.
  await callPublic('POST /api/v1/partners/visits', { body: { code, utmTag } }).catch(() => undefined);
}
