import { type Selectable, sql } from 'kysely';
import { FlowErrorCode, FlowId, FlowKind, FlowMode, FlowSettings, FlowStatus } from '#contract/flows.ts';
import { FlowToFill } from '#contract/flow-to-fill.ts';
import type { Flows } from '#server/platform/schema.gen.ts';

/** A flow as it is stored: what the contract's flow has, but for what is counted from the ledger. */
export type StoredFlow = {
  id: FlowId;
  kind: FlowKind;
  title: string;
  status: FlowStatus;
  errorReason: string | null;
  errorCode: FlowErrorCode | null;
  /** What it was before its tariff ended; it comes back as that. */
  statusBefore: FlowStatus | null;
  mode: FlowMode;
  testPhones: string[];
  version: number;
  settings: FlowSettings;
  lastStartedAt: Temporal.Instant | null;
  /** Of flows that come long after their subjects: what falls due before this is planned. */
  plannedUntil: Temporal.Instant | null;
  updatedAt: Temporal.Instant;
  isDeleted: boolean;
  /** What a flow from another cabinet was bound to there; a save settles what is chosen, or said to stay unchosen. */
  toFill: FlowToFill[];
};

/** What a flow is read of; its settings as their text, see `readSettings`. */
export const flowColumns = [
  'id',
  'kind',
  'title',
  'status',
  'error_reason',
  'error_code',
  'status_before',
  'mode',
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

/** A code or a status that is no more reads as none. */
const StoredErrorCode = FlowErrorCode.nullable().catch(null);
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

/** Flows, of a few kilobytes each. */
const REMEMBERED = 5_000;

const remembered = new Map<FlowId, { text: string; settings: FlowSettings }>();

/**
 * Settings as they are stored, read. They are asked for by every event and change seldom, so what was read last of a
 * flow is kept for as long as its text is the same; nobody may change it, and it cannot be stale.
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
