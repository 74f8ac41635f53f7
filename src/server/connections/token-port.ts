import type { TenantId } from '#contract/tenants/ids.ts';
import type { ProviderResult } from './port.ts';

/** Tokens from a system, and the seconds for which the first is valid. `host`: where the account has moved to. */
export type GivenTokens = { access: string; refresh: string; expiresInSeconds: number; host?: string };

/** A token for a call. `host`: where the account has moved to since it was connected; null: nowhere. */
export type OpenToken = { access: string; host: string | null };

/**
 * Asks the system for new tokens. `lost`: it was sent, and no usable answer came; `refused`: the refresh token is not
 * accepted any more.
 */
export type Renew = (
  refresh: string,
  held: OpenToken,
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
  ): Promise<ProviderResult<OpenToken>>;
  /** Stores that the account has moved to another host. */
  move(tenantId: TenantId, id: string, host: string): Promise<void>;
  /** Returns why a token will not be renewed when it ends; null: it will be. */
  endingOf(tenantId: TenantId, id: string): Promise<'refused' | 'lost' | null>;
  remove(tenantId: TenantId, id: string): Promise<void>;
};
