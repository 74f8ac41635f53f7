import { refreshToken } from '#contract/auth/calls.ts';
import type { SignedUp, TestServer } from './http.ts';

/** Half of the time an access token is valid. */
const RENEWED_AFTER_MS = 5 * 60_000;

/**
 * Makes calls as `call` does; those with the owner's first access token are made with a valid one, which journeys need
 * that take longer than ten minutes on a busy machine.
 */
export function withRenewedToken(call: TestServer['call'], owner: SignedUp): TestServer['call'] {
  let tokens = { token: owner.token, refreshToken: owner.refreshToken };
  let renewedAt = performance.now();
  let renewal: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const answer = await call(refreshToken, { body: { refreshToken: tokens.refreshToken } });
    if (answer.status !== 200) throw new Error(`The token was not renewed: ${answer.status} ${answer.body.code}`);
    tokens = answer.body;
    renewedAt = performance.now();
    renewal = undefined;
  }

  return async (declared, options = {}) => {
    if (options.token !== owner.token) return call(declared, options);
    if (performance.now() - renewedAt > RENEWED_AFTER_MS) await (renewal ??= renew());
    return call(declared, { ...options, token: tokens.token });
  };
}
