import type { Access } from '#contract/endpoint.ts';
import type { TokenRole } from '#contract/auth.ts';
import type { MemberId, MemberRole, TenantId } from '#contract/tenants.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Subscriptions } from './events.ts';
import type { FileStore } from './files.ts';
import type { Logger } from './logger.ts';
import type { HttpClient } from './http-client.ts';
import type { ApiClient, ApiRequest } from './api-clients.ts';
import type { Site } from './site.ts';
import type { Vault } from './vault.ts';

/** What every action may use. Made once by `server/app`; jobs receive it as it is. */
export type Context = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly vault: Vault;
  readonly files: FileStore;
  readonly config: Config;
  readonly subscriptions: Subscriptions;
  /** The way to outside services. */
  readonly http: HttpClient;
};

/** Of a call anybody may make: no tenant to misuse. */
export type PublicContext = Context & {
  /** The branded domain the call came through; links and mails are built from it. */
  readonly site: Site;
  /** The client's address, for allowances. */
  readonly address: string;
};

/** Of a call by somebody who is signed in. */
export type MemberContext = PublicContext & {
  readonly tenantId: TenantId;
  readonly memberId: MemberId;
  readonly memberRole: MemberRole;
  readonly tokenRole: TokenRole;
};

/** Of a call by a program of the tenant's own. */
export type ApiClientContext = PublicContext & ApiClient & ApiRequest;

type ContextByAccess = Record<Exclude<Access, 'public' | 'api'>, MemberContext> & {
  public: PublicContext;
  api: ApiClientContext;
};

export type ContextOf<Who extends Access> = ContextByAccess[Who];

/** Who shows a bearer token, and how long it is good for. */
export type Bearer = Pick<MemberContext, 'tenantId' | 'memberId' | 'memberRole' | 'tokenRole'> & {
  readonly sessionId: string;
  /** By the machine's time. */
  readonly expiresAt: Temporal.Instant;
};

/** Who a bearer token belongs to; null when it is no valid token. Given to the platform by the auth room. */
export type ReadBearer = (token: string) => Promise<Bearer | null>;
