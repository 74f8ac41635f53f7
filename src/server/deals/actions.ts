import type { ReplyOf } from '#contract/endpoint.ts';
import type { listFlowChoices } from '#contract/audiences/choices.ts';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { DealId, DealTaskId } from '#contract/deals/ids.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { listAccounts } from './catalogue-queries.ts';
import {
  listDealFacts,
  listLatestDealIds,
  listTaskFacts,
  listTaskIdsDue,
  listTaskIdsOfContact,
  listWords,
} from './list-queries.ts';
import { type DealFactsForFlow, stageName, type TaskFactsForFlow } from './rules.ts';

/** Loads the deal facts that flows use; unknown ids are omitted. */
export async function getDealFacts(scope: TenantScope, ids: readonly DealId[]): Promise<DealFactsForFlow[]> {
  return ids.length === 0 ? [] : listDealFacts(scope, ids);
}

/** Loads the facts of tasks that flows use; unknown ids, and tasks of unknown deals, are omitted. */
export async function getTaskFacts(scope: TenantScope, ids: readonly DealTaskId[]): Promise<TaskFactsForFlow[]> {
  return ids.length === 0 ? [] : listTaskFacts(scope, ids);
}

/** Lists the latest deals. */
export async function latestDeals(scope: TenantScope, limit: number): Promise<DealId[]> {
  return listLatestDealIds(scope, limit);
}

/** Lists open tasks that are due next. */
export async function nextTasks(scope: TenantScope, now: Temporal.Instant, limit: number): Promise<DealTaskId[]> {
  return listTaskIdsDue(scope, { from: now, until: null, after: null, limit });
}

/** Lists one page of open tasks that are due in a period. */
export async function tasksDue(
  scope: TenantScope,
  period: Parameters<typeof listTaskIdsDue>[1],
): Promise<DealTaskId[]> {
  return listTaskIdsDue(scope, period);
}

/** Lists tasks about the deals of a contact that are due in a period, the latest first. */
export async function tasksOfContact(
  scope: TenantScope,
  contactId: ContactId,
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<DealTaskId[]> {
  return listTaskIdsOfContact(scope, contactId, period);
}

const MAX_WORDS = 200;

type Choices = Pick<ReplyOf<typeof listFlowChoices>, 'dealStages' | 'dealPipelines' | 'dealResponsibles' | 'dealTags'>;

/** Lists the choices of conditions on deals. */
export async function dealChoices(scope: TenantScope): Promise<Choices> {
  const accounts = await listAccounts(scope);
  if (accounts.length === 0) return { dealStages: [], dealPipelines: [], dealResponsibles: [], dealTags: [] };
  const pipelines = accounts.flatMap((account) =>
    account.pipelines.map((pipeline) => ({
      ...pipeline,
      title: accounts.length > 1 ? stageName(account.title, pipeline.title) : pipeline.title,
    })),
  );
  return {
    dealStages: pipelines.flatMap((pipeline) =>
      pipeline.stages.map(({ id, title }) => ({ id, title: stageName(pipeline.title, title) })),
    ),
    dealPipelines: pipelines.map(({ id, title }) => ({ id, title })),
    dealResponsibles: await listWords(scope, 'responsible', MAX_WORDS),
    dealTags: await listWords(scope, 'tag', MAX_WORDS),
  };
}
