import type { TenantId } from '#contract/tenants/ids.ts';
import type { Context } from '#server/platform/context/context.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { isDatabaseAway } from '#server/platform/database/db-errors.ts';
import { groupCommits } from '#server/platform/database/group-commit.ts';
import { LONGEST_CODE, prefixOf } from './codes.ts';
import { findTargets, type FoundTarget, type WantedCode } from './lookup-queries.ts';
import { findTenants } from './prefix-queries.ts';

export type KnownLink = WantedCode & FoundTarget;

/** Statements under way at a time; codes that arrive meanwhile share the next one. */
const CONCURRENCY = 2;
const MAX_GROUP = 200;
const MAX_WAITING = 4_000;

export type Lookup = {
  find(code: string): Promise<KnownLink | null>;
  /** The tenant that a code names by its beginning; the code itself may be unknown. */
  findTenant(code: string): Promise<TenantId | null>;
  close(): Promise<void>;
};

/**
 * Finds what codes lead to, for visitors whose tenant is known by the code alone. Codes that arrive together share a
 * statement; every target is read again, so that an edited one applies to the next visitor in every process.
 */
export function openLookup(ctx: Context): Lookup {
  // A pool of its own: it sees every tenant, and no other work delays a redirect.
  const db = openDatabase(ctx.config.databaseUrl, {
    prepares: 'all',
    max: CONCURRENCY,
    name: 'frontdesk-links',
    role: 'frontdesk_system',
  });
  // A prefix belongs to its tenant for ever, so it is kept; there is one for each tenant with links.
  const tenants = new Map<string, TenantId>();
  const learn = async (codes: readonly string[]) => {
    const fresh = [...new Set(codes.map(prefixOf))].filter((prefix) => !tenants.has(prefix));
    if (fresh.length === 0) return;
    for (const [prefix, tenantId] of await findTenants({ tx: db }, fresh)) tenants.set(prefix, tenantId);
  };
  const lookups = groupCommits<string, KnownLink | null>(
    async (codes) => {
      await learn(codes);
      const wanted = codes.flatMap((code) => {
        const tenantId = tenants.get(prefixOf(code));
        return tenantId ? [{ tenantId, code }] : [];
      });
      if (wanted.length === 0) return codes.map(() => null);
      const targets = await findTargets({ tx: db }, wanted);
      const found = new Map(
        wanted.flatMap((one, index) => {
          const target = targets[index];
          return target ? [[one.code, { ...one, ...target }] as const] : [];
        }),
      );
      return codes.map((code) => found.get(code) ?? null);
    },
    { concurrency: CONCURRENCY, maxGroup: MAX_GROUP, maxWaiting: MAX_WAITING, isHopeless: isDatabaseAway },
  );
  return {
    async find(typed) {
      const code = typed.toLowerCase();
      return isCode(code) ? lookups.add(code) : null;
    },
    async findTenant(typed) {
      const code = typed.toLowerCase();
      if (!isCode(code)) return null;
      await learn([code]);
      return tenants.get(prefixOf(code)) ?? null;
    },
    close: () => db.destroy(),
  };
}

const isCode = (text: string) => /^[a-z0-9-]+$/.test(text) && text.length <= LONGEST_CODE;
