import { type Selectable, sql } from 'kysely';
import {
  FlowAttention,
  FlowErrorCode,
  FlowId,
  FlowKind,
  FlowMode,
  FlowSettings,
  FlowStatus,
} from '#contract/flows/calls.ts';
import { FlowToFill } from '#contract/flows/to-fill.ts';
import type { Flows } from '#server/platform/database/schema.gen.ts';

/** A flow as it is stored: the contract's flow without the counts from the ledger. */
export type StoredFlow = {
  id: FlowId;
  kind: FlowKind;
  title: string;
  status: FlowStatus;
  errorReason: string | null;
  errorCode: FlowErrorCode | null;
  /** The status before the tariff ended, which is restored with the tariff. */
  statusBefore: FlowStatus | null;
  mode: FlowMode;
  /** When it last went live; null while it is in test. */
  liveSince: Temporal.Instant | null;
  attention: FlowAttention | null;
  testPhones: string[];
  version: number;
  settings: FlowSettings;
  lastStartedAt: Temporal.Instant | null;
  /** For flows that come long after their subjects: every message due before this is planned. Null otherwise. */
  plannedUntil: Temporal.Instant | null;
  updatedAt: Temporal.Instant;
  isDeleted: boolean;
  /** Settings of an imported flow that referred to another cabinet; saving removes those that are chosen, or are to stay empty. */
  toFill: FlowToFill[];
};

/** Columns of a flow; the settings as text, see `readSettings`. */
export const flowColumns = [
  'id',
  'kind',
  'title',
  'status',
  'error_reason',
  'error_code',
  'status_before',
  'mode',
  'live_since',
  'attention_rule',
  'attention_since',
  'test_phones',
  'version',
  sql<string>`settings::text`.as('settings'),
  'last_started_at',
  'planned_until',
  'created_at',
  'updated_at',
  'deleted_at',
  'to_fill',
] as const;

export type FlowRow = Omit<Selectable<Flows>, 'tenant_id' | 'settings'> & { settings: string };

/** A code or status that no longer exists reads as null. */
const StoredErrorCode = FlowErrorCode.nullable().catch(null);
const StoredAttention = FlowAttention.nullable().catch(null);
const StoredStatusBefore = FlowStatus.nullable().catch(null);

export function toFlow(row: FlowRow): StoredFlow {
  const id = FlowId.parse(row.id);
  return {
    id,
    kind: FlowKind.parse(row.kind),
    title: row.title,
    status: FlowStatus.parse(row.status),
    errorReason: row.error_reason,
    errorCode: StoredErrorCode.parse(row.error_code),
    statusBefore: StoredStatusBefore.parse(row.status_before),
    mode: FlowMode.parse(row.mode),
    liveSince: row.live_since,
    attention: StoredAttention.parse(
      row.attention_rule && { rule: row.attention_rule, since: row.attention_since?.toString() },
    ),
    testPhones: row.test_phones,
    version: row.version,
    settings: readSettings(id, row.settings),
    lastStartedAt: row.last_started_at,
    plannedUntil: row.planned_until,
    updatedAt: row.updated_at,
    isDeleted: row.deleted_at !== null,
    toFill: row.to_fill.flatMap((part) => FlowToFill.safeParse(part).data ?? []),
  };
}

/** Flows in the cache, of a few kilobytes each. */
const REMEMBERED = 5_000;

const remembered = new Map<FlowId, { text: string; settings: FlowSettings }>();

/**
 * Parses stored settings. Every event reads them and they change seldom, so the last parse of a flow is cached as long as its text is the
 * same; it cannot be stale, and callers must not change it.
 */
function readSettings(id: FlowId, text: string): FlowSettings {
  const known = remembered.get(id);
  if (known?.text === text) return known.settings;
  const settings = frozen(FlowSettings.parse(JSON.parse(text)));
  remembered.delete(id);
  remembered.set(id, { text, settings });
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > REMEMBERED) remembered.delete(oldest);
  return settings;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
