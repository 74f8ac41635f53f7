import type { TenantId } from '#contract/tenants/ids.ts';
import type { ProviderResult } from './port.ts';

/** Tokens from a system, and the seconds for which the first is valid. */
export type GivenTokens = { access: string; refresh: string; expiresInSeconds: number };

/**
 * Asks the system for new tokens. `lost`: it was sent, and no usable answer came; `refused`: the refresh token is not
 * accepted any more.
 */
export type Renew = (
  refresh: string,
) => Promise<
  | { kind: 'given'; tokens: GivenTokens }
  | { kind: 'refused'; text: string | null }
  | { kind: 'lost'; text: string | null }
  | { kind: 'unreached'; text: string | null; retryAfterMs: number | null }
>;

export type TokenStore = {
  put(tenantId: TenantId, id: string, tokens: GivenTokens): Promise<void>;
  /**
   * Returns a token for a call. One process renews it; the others wait for what it brings.
   *
   * @param rejected a token the system refused in a call: another is needed
   */
  get(
    of: { tenantId: TenantId; id: string; isUrgent: boolean; signal?: AbortSignal | undefined },
    renew: Renew,
    rejected?: string,
  ): Promise<ProviderResult<string>>;
  remove(tenantId: TenantId, id: string): Promise<void>;
};
