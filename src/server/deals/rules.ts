import type { BranchId, ConnectionKind } from '#contract/connections/calls.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DealId, DealPipelineId, DealStageId, DealTaskId } from '#contract/deals/ids.ts';

/** The facts of a deal that flows use. */
export type DealFactsForFlow = {
  id: DealId;
  branchId: BranchId;
  branchTitle: string;
  branchAddress: string | null;
  branchPhone: string | null;
  /** IANA, of the branch. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  source: ConnectionKind;
  /** Chosen by the owner, and connected. */
  isBranchActive: boolean;
  contactId: ContactId | null;
  title: string;
  pipelineId: DealPipelineId;
  pipelineTitle: string;
  stageId: DealStageId;
  stageTitle: string;
  /** Grows with each change of the stage. */
  stageVersion: number;
  priceMinor: number;
  responsibleName: string | null;
  tags: readonly string[];
  createdAt: Temporal.Instant;
  isDeleted: boolean;
};

/** The facts of a deal's task that flows use. */
export type TaskFactsForFlow = {
  id: DealTaskId;
  text: string;
  dueAt: Temporal.Instant;
  /** Grows each time the task is put off. */
  dueVersion: number;
  isDone: boolean;
  isDeleted: boolean;
  deal: DealFactsForFlow;
};

type TaskState = { dueAt: Temporal.Instant; isDone: boolean; isDeleted: boolean; dealExternalId: string };

/** Whether two readings of a task differ in what messages about it depend on. */
export function isTaskChanged(before: TaskState, after: TaskState): boolean {
  return (
    !before.dueAt.equals(after.dueAt) ||
    before.isDone !== after.isDone ||
    before.isDeleted !== after.isDeleted ||
    before.dealExternalId !== after.dealExternalId
  );
}

/** The title of a stage among those of several pipelines. */
export const stageName = (pipelineTitle: string, stageTitle: string): string => `${pipelineTitle}: ${stageTitle}`;
