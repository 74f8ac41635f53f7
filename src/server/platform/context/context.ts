import type { Access } from '#contract/endpoint.ts';
import type { SessionId } from '#contract/auth/sessions.ts';
import type { SupportSessionId } from '#contract/auth/support.ts';
import type { TokenRole } from '#contract/auth/calls.ts';
import type { MemberId, MemberRole, TenantId } from '#contract/tenants/ids.ts';
import type { Caller } from '#server/platform/audit/audit.ts';
import type { Clock } from '#server/platform/deployment/clock.ts';
import type { Config } from '#server/platform/deployment/config.ts';
import type { Database, Scoped, TenantScope } from '#server/platform/database/db.ts';
import type { Subscriptions } from '#server/platform/events/events.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { Logger } from '#server/platform/deployment/logger.ts';
import type { HttpClient } from '#server/platform/http/http-client.ts';
import type { ApiClient, ApiRequest } from './api-clients.ts';
import type { Site } from '#server/platform/deployment/site.ts';
import type { Vault } from '#server/platform/secrets/vault.ts';

/** Services every action may use beside the database. */
export type Services = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly files: FileStore;
  readonly config: Config;
  readonly subscriptions: Subscriptions;
  /** The HTTP client for outside services. */
  readonly http: HttpClient;
  /** The caller of the API, as the audit log names them; absent in jobs. */
  readonly caller?: Caller | undefined;
};

/** The context of routes and workers, which open transactions. Created once by `server/app`. */
export type Context = Services & { readonly db: Database };

/** The first argument of actions: one tenant's rows inside a transaction, and the services. */
export type ActionScope = Services & TenantScope;

/** The context of a public call: it has no tenant to misuse. */
export type PublicContext = Context & {
  /** The branded domain of the call; links and mails are built from it. */
  readonly site: Site;
  /** The client's address, for rate limits. */
  readonly address: string;
  /** As the client's browser names itself, at most 300 characters; null when it does not. */
  readonly userAgent: string | null;
  /** The secret name of the client's device: that of its cookie, or a new one. */
  readonly device: string;
  /** The device was here before: its cookie has the name. */
  readonly isDeviceKnown: boolean;
  /** Has the device keep its name, so that it is recognised in later calls. */
  keepDevice(): void;
};

/** The context of a call by a signed-in member. */
export type MemberContext = PublicContext & {
  readonly tenantId: TenantId;
  readonly memberId: MemberId;
  readonly memberRole: MemberRole;
  readonly tokenRole: TokenRole;
  readonly sessionId: SessionId;
  /** Whether the session lacks a second factor that it needs; only few calls are answered then. */
  readonly isSecondFactorMissing: boolean;
  /** The support session, where an admin calls as the member. */
  readonly support: { id: SupportSessionId; adminId: MemberId; mayChange: boolean } | null;
};

/** The first argument of actions on behalf of a signed-in member. */
export type MemberScope = Scoped<MemberContext>;

/** The context of a call with an API token. */
export type ApiClientContext = PublicContext & ApiClient & ApiRequest;

type ContextByAccess = Record<Exclude<Access, 'public' | 'api'>, MemberContext> & {
  public: PublicContext;
  api: ApiClientContext;
};

export type ContextOf<Who extends Access> = ContextByAccess[Who];

/** The member a bearer token belongs to, and when the token expires. */
export type Bearer = Pick<
  MemberContext,
  'tenantId' | 'memberId' | 'memberRole' | 'tokenRole' | 'sessionId' | 'isSecondFactorMissing' | 'support'
> & {
  /** By the machine's time. */
  readonly expiresAt: Temporal.Instant;
};

/**
 * Reads a bearer token; null when it is not valid. Supplied to the platform by the auth room.
 *
 * Throws `auth.second_factor_missing` for a session that lacks the second factor it needs, unless `isBeforeSecondFactor`, and
 * `support.forbidden` for a support session, unless `acceptsSupport`.
 */
export type ReadBearer = (
  token: string,
  options?: { isBeforeSecondFactor?: boolean | undefined; acceptsSupport?: boolean },
) => Promise<Bearer | null>;
