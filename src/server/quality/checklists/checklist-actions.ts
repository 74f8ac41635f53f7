import { z } from 'zod';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/quality/checklists.ts';
import {
  type Checklist,
  ChecklistId,
  type ChecklistSettings,
  type ItemAgreement,
} from '#contract/quality/checklists.ts';
import { MOST_CHECKLISTS } from '#contract/quality/values.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { toPage } from '#server/platform/values/cursor.ts';
import { newId } from '#server/platform/values/ids.ts';
import { Problem } from '#server/platform/values/problem.ts';
import {
  countChecklists,
  findChecklist,
  insertChecklist,
  listAgreement,
  listChecklistRows,
  setDeleted,
  type StoredChecklist,
  updateChecklist,
} from './checklist-queries.ts';
import { readyChecklist } from './ready-rules.ts';

export async function listChecklists(
  scope: TenantScope,
  query: QueryOf<typeof contract.listChecklists>,
): Promise<ReplyOf<typeof contract.listChecklists>> {
  const rows = await listChecklistRows(scope, query);
  const agreement = await listAgreement(
    scope,
    rows.flatMap(({ settings }) => settings.items.map(({ id }) => id)),
  );
  return toPage(
    rows,
    query.limit,
    (row) => shown(row, agreement),
    ({ createdAt, id }) => [createdAt.toString(), id],
  );
}

/** @throws {Problem} `checklist.limit_reached`, `checklist.empty` */
export async function createChecklist(scope: ActionScope, settings: ChecklistSettings): Promise<Checklist> {
  if (settings.items.length === 0) throw new Problem('checklist.empty');
  await refuseOverLimit(scope);
  const id = newId(ChecklistId);
  await insertChecklist(scope, { id, settings: withOwnIds(settings, []), at: scope.clock.now() });
  await announce(scope, 'quality');
  return readChecklist(scope, id);
}

/** Adds the ready checklist of a trade; its items are new ones. */
export async function addReadyChecklist(
  scope: ActionScope,
  { trade, language }: BodyOf<typeof contract.addReadyChecklist>,
): Promise<Checklist> {
  const { items, ...ready } = readyChecklist(trade, language);
  return createChecklist(scope, { ...ready, items: items.map((item) => ({ ...item, id: '' })) });
}

/** @throws {Problem} `checklist.changed` where another member saved meanwhile */
export async function saveChecklist(
  scope: ActionScope,
  id: ChecklistId,
  { version, ...settings }: BodyOf<typeof contract.saveChecklist>,
): Promise<Checklist> {
  const { settings: before } = await requireChecklist(scope, id);
  if (settings.items.length === 0) throw new Problem('checklist.empty');
  const isSaved = await updateChecklist(scope, id, {
    settings: withOwnIds(settings, before.items),
    version,
    at: scope.clock.now(),
  });
  if (!isSaved) throw new Problem('checklist.changed');
  await announce(scope, 'quality');
  return readChecklist(scope, id);
}

/** Safe to repeat. */
export async function deleteChecklist(scope: ActionScope, id: ChecklistId): Promise<void> {
  const checklist = await findChecklist(scope, id);
  if (!checklist) throw new Problem('checklist.not_found');
  if (checklist.deletedAt) return;
  await setDeleted(scope, id, scope.clock.now());
  await announce(scope, 'quality');
}

/** Safe to repeat. */
export async function restoreChecklist(scope: ActionScope, id: ChecklistId): Promise<Checklist> {
  const checklist = await findChecklist(scope, id);
  if (!checklist) throw new Problem('checklist.not_found');
  if (checklist.deletedAt) {
    await refuseOverLimit(scope);
    await setDeleted(scope, id, null);
    await announce(scope, 'quality');
  }
  return readChecklist(scope, id);
}

/** Items keep the ids that the checklist has; the others get new ones, so that verdicts of two checklists never mix. */
function withOwnIds(settings: ChecklistSettings, known: ChecklistSettings['items']): ChecklistSettings {
  const ids = new Set(known.map(({ id }) => id));
  return {
    ...settings,
    items: settings.items.map((item) => ({ ...item, id: ids.has(item.id) ? item.id : newId(z.uuid()) })),
  };
}

async function refuseOverLimit(scope: TenantScope): Promise<void> {
  if ((await countChecklists(scope)) >= MOST_CHECKLISTS) throw new Problem('checklist.limit_reached');
}

async function requireChecklist(scope: TenantScope, id: ChecklistId): Promise<StoredChecklist> {
  const checklist = await findChecklist(scope, id);
  if (!checklist || checklist.deletedAt) throw new Problem('checklist.not_found');
  return checklist;
}

async function readChecklist(scope: TenantScope, id: ChecklistId): Promise<Checklist> {
  const checklist = await requireChecklist(scope, id);
  const ids = checklist.settings.items.map((item) => item.id);
  return shown(checklist, await listAgreement(scope, ids));
}

function shown(row: StoredChecklist, agreement: readonly ItemAgreement[]): Checklist {
  const { id, version, settings, createdAt, updatedAt } = row;
  return {
    id,
    version,
    settings,
    agreement: settings.items.map(
      ({ id: itemId }) => agreement.find((one) => one.itemId === itemId) ?? { itemId, judged: 0, changed: 0 },
    ),
    createdAt: createdAt.toString(),
    updatedAt: updatedAt.toString(),
  };
}
