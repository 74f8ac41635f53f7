import type { MemberId } from '#contract/tenants/ids.ts';
import type { PublicContext } from '#server/platform/context/context.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import type { Scoped } from '#server/platform/database/db.ts';
import type { UsedFrom } from './session-queries.ts';
import { putSignInPlaces, type SignInPlaces } from '#server/auth/members/queries.ts';

/** Returns the device and the address of a call, as they are stored. */
export function placesOf({
  vault,
  device,
  address,
}: Pick<PublicContext, 'vault' | 'device' | 'address'>): SignInPlaces {
  return {
    device: vault.sign('sign-in-device', device),
    address: vault.sign('sign-in-address', networkOf(address)),
  };
}

export function usedFrom({
  userAgent,
  address,
  clock,
}: Pick<PublicContext, 'userAgent' | 'address' | 'clock'>): UsedFrom {
  return { userAgent, network: networkOf(address), at: clock.now() };
}

/** Makes the caller's device and address known to a member: wrong passwords of others do not count there. */
export async function rememberPlaces(
  scope: Scoped<Pick<PublicContext, 'vault' | 'device' | 'address' | 'keepDevice'>>,
  memberId: MemberId,
): Promise<void> {
  await putSignInPlaces(scope, memberId, placesOf(scope));
  scope.keepDevice();
}
