import type { TenantId } from '#contract/tenants/ids.ts';
import type { DB } from '#server/platform/database/schema.gen.ts';
import type { Given } from './builders.ts';
/** Builders of transfers between cabinets. */
export declare function transferBuilders(insert: (table: keyof DB, row: Record<string, unknown>) => Promise<void>, tenantOf: (given: {
    tenantId?: string;
}) => Promise<TenantId>): {
    aTransfer: (given?: Given<'sender_transfers'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"TransferId">;
    }>;
    anOffer: (given?: Given<'sender_offers'>) => Promise<{
        tenantId: string & import("zod").$brand<"TenantId">;
        id: string & import("zod").$brand<"TransferId">;
    }>;
};
