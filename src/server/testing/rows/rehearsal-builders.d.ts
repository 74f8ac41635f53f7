import type { TenantId } from '#contract/tenants/ids.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Given } from './builders.ts';
/** Builders of rehearsals. */
export declare function rehearsalBuilders(insert: (table: keyof DB, row: Record<string, unknown>) => Promise<void>, tenantOf: (given: {
    tenantId?: string;
}) => Promise<TenantId>): {
    aRehearsal: (given?: Given<'rehearsals'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"RehearsalId">;
    }>;
};
