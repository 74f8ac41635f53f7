import { randomUUIDv7 } from 'node:crypto';
import type { ContactId } from '#contract/contacts/calls.ts';
import type * as contract from '#contract/deals/calls.ts';
import type { DealId, DealStageId } from '#contract/deals/ids.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { commandSystem } from '#server/connections/commands/command-actions.ts';
import { getBranch } from '#server/connections/storage/opening-actions.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { isBefore } from '#server/platform/values/instant-rules.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { findStagePlace } from './catalogue-queries.ts';
import { addNoteCommand, createDealCommand, moveDealCommand } from './commands.ts';
import { findDealPlace, listNotePlaces, listPersonIds } from './list-queries.ts';

/**
 * Moves a deal in its CRM. A deal that is gone, and a stage of another account, are passed over.
 *
 * @param move.key the same move is made once
 */
export async function moveDeal(
  scope: ActionScope,
  { key, dealId, stageId }: { key: string; dealId: DealId; stageId: DealStageId },
): Promise<void> {
  const deal = await findDealPlace(scope, dealId);
  const to = await findStagePlace(scope, stageId);
  if (!deal || !to || to.connectionId !== deal.connectionId) return;
  await commandSystem(scope, moveDealCommand, {
    connectionId: deal.connectionId,
    key,
    payload: {
      branchId: deal.branchId,
      dealId: deal.externalId,
      to: { pipelineId: to.pipelineId, stageId: to.stageId },
    },
  });
}

/** A message to write down. @property key the same message is written once */
export type ContactNote = { key: string; contactId: ContactId; text: string; at: Temporal.Instant };

/** Writes messages of contacts as notes, in every CRM that knows the contact and was connected before. */
export async function addNotes(scope: ActionScope, notes: readonly ContactNote[]): Promise<void> {
  if (notes.length === 0) return;
  const places = await listNotePlaces(scope, [...new Set(notes.map(({ contactId }) => contactId))]);
  for (const { key, contactId, text, at } of notes)
    for (const { connectionId, since, on } of places.get(contactId) ?? [])
      if (!isBefore(at, since))
        await commandSystem(scope, addNoteCommand, { connectionId, key, payload: { on, text } });
}

/** @throws {Problem} `branch.not_found`, `contact.not_found`, `deal.phone_missing`, `deal.stage_not_found` */
export async function createDeal(
  scope: ActionScope,
  { branchId, contactId, title, stageId, priceMinor }: BodyOf<typeof contract.createDeal>,
): Promise<Record<string, never>> {
  const branch = await getBranch(scope, branchId);
  const contact = (await reachOf(scope, [contactId])).get(contactId)?.contact;
  if (!contact) throw new Problem('contact.not_found');
  if (!contact.phone) throw new Problem('deal.phone_missing');
  const stage = stageId && (await findStagePlace(scope, stageId));
  if (stageId && stage?.branchId !== branchId) throw new Problem('deal.stage_not_found');
  const [externalId = null] = await listPersonIds(scope, branchId, contactId);
  await commandSystem(scope, createDealCommand, {
    connectionId: branch.connectionId,
    key: randomUUIDv7(),
    payload: {
      branchId,
      contactId,
      title,
      stage: stage && { pipelineId: stage.pipelineId, stageId: stage.stageId },
      priceMinor,
      person: { externalId, name: contact.name || contact.phone, phone: contact.phone },
    },
  });
  return {};
}
