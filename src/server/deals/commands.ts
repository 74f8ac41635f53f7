import { z } from 'zod';
import { BranchId } from '#contract/connections/calls.ts';
import { ContactId } from '#contract/contacts/calls.ts';
import { type Command, type CommandOutcome, defineCommand, type OpenSystem } from '#server/connections/command-port.ts';
import type { ProviderResult, SourceContext } from '#server/connections/port.ts';
import { findBranch, getCapability } from '#server/connections/storage/opening-actions.ts';
import { queuePoll } from '#server/connections/storage/sync-queueing-actions.ts';
import { linkCrmCard } from '#server/contacts/crm/crm-actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';

// NOTE: a process: it calls an outside service between transactions.

/** Ids of the CRM. */
const StageRef = z.object({ pipelineId: z.string(), stageId: z.string() });

/** Moves a deal to a stage. Carrying it out twice has the effect of once. */
export const moveDealCommand = defineCommand({
  name: 'deals.move',
  payload: z.object({ branchId: BranchId, dealId: z.string(), to: StageRef }),
  usefulHours: 24,
  run: (_ctx, { provider, caller }, { payload: { dealId, to } }) =>
    getCapability(provider, 'deals').moveDeal(caller, dealId, to),
  async find(ctx, { provider, caller }, { payload }) {
    const branch = await withTenant(ctx, caller.tenantId, (scope) => findBranch(scope, payload.branchId));
    if (!branch) return null;
    const read = await getCapability(provider, 'deals').getDeal(caller, branch, payload.dealId);
    if (!read.isOk || !read.value) return null;
    const { pipelineId, stageId } = read.value.stage;
    return { isDone: pipelineId === payload.to.pipelineId && stageId === payload.to.stageId };
  },
  finish: (scope, { payload }, outcome) => readAgain(scope, payload.branchId, outcome),
});

/** Writes a message of a contact as a note to their deal, or to the person. */
export const addNoteCommand = defineCommand({
  name: 'deals.add_note',
  payload: z.object({
    on: z.object({ kind: z.enum(['deal', 'person']), externalId: z.string() }),
    text: z.string(),
  }),
  usefulHours: 72,
  run: (_ctx, { provider, caller }, { payload }) => getCapability(provider, 'deals').addNote(caller, payload),
  async find(_ctx, { provider, caller }, { payload, createdAt }) {
    const isDone = await getCapability(provider, 'deals').findNote(caller, payload, createdAt);
    return isDone === null ? null : { isDone };
  },
});

const NewDealPayload = z.object({
  branchId: BranchId,
  contactId: ContactId,
  title: z.string(),
  stage: StageRef.nullable(),
  priceMinor: z.int().nullable(),
  /** The phone is in E.164; `externalId` is null where the contact is not known in the CRM. */
  person: z.object({ externalId: z.string().nullable(), name: z.string(), phone: z.string() }),
});

/** Creates a deal of a contact; a person with their phone is used, else made. */
export const createDealCommand = defineCommand({
  name: 'deals.create',
  payload: NewDealPayload,
  usefulHours: 24,
  async run(ctx, system, command) {
    const person = await findPerson(ctx, system, command);
    if (!person.isOk) return refusalOf(person);
    const { title, stage, priceMinor } = command.payload;
    const { provider, caller } = system;
    const { id: key } = command;
    return getCapability(provider, 'deals').createDeal(caller, { key, title, stage, priceMinor, person: person.value });
  },
  async find(_ctx, { provider, caller }, { id: key, createdAt }) {
    const found = await getCapability(provider, 'deals').findDeal(caller, key, createdAt);
    if (!found.isOk) return null;
    return found.value ? { isDone: true, answer: found.value } : { isDone: false };
  },
  async finish(scope, { payload: { branchId, contactId } }, outcome) {
    const answer = CreatedDeal.safeParse(outcome.kind === 'done' ? outcome.answer : null).data;
    if (answer) await linkCrmCard(scope, branchId, { externalId: answer.personId, contactId });
    await readAgain(scope, branchId, outcome);
  },
});

const CreatedDeal = z.object({ personId: z.string() });

type Person = z.infer<typeof NewDealPayload>['person'];

async function findPerson(
  ctx: SourceContext,
  { provider, caller }: OpenSystem,
  { payload: { branchId, person } }: Command<z.infer<typeof NewDealPayload>>,
): Promise<ProviderResult<Person>> {
  if (person.externalId !== null) return { isOk: true, value: person };
  const branch = await withTenant(ctx, caller.tenantId, (scope) => findBranch(scope, branchId));
  if (!branch) return { isOk: true, value: person };
  const read = await getCapability(provider, 'deals').findPeople(caller, branch, person.phone);
  return read.isOk ? { isOk: true, value: { ...person, externalId: read.value[0]?.externalId ?? null } } : read;
}

function refusalOf({
  isTemporary,
  trouble,
  text,
  retryAfterMs,
}: Extract<ProviderResult<never>, { isOk: false }>): CommandOutcome {
  return isTemporary ? { kind: 'unreached', trouble, text, retryAfterMs } : { kind: 'refused', trouble, text };
}

/** Reads what was written, also where the CRM posts nothing. */
async function readAgain(scope: ActionScope, branchId: BranchId, { kind }: CommandOutcome): Promise<void> {
  if (kind !== 'done') return;
  const branch = await findBranch(scope, branchId);
  if (branch?.isActive) await queuePoll(scope, branch);
}
