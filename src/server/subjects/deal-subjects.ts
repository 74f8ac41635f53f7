import type { KnownSubject } from './rules.ts';
import { DealId, DealTaskId } from '#contract/deals/ids.ts';
import { getDealFacts, getTaskFacts } from '#server/deals/actions.ts';
import { type DealFactsForFlow, stageName, type TaskFactsForFlow } from '#server/deals/rules.ts';
import type { TenantScope } from '#server/platform/database/db.ts';
import { wholeUnits } from '#server/texts/content/format-rules.ts';
import { plainSubject } from './plain-subject-rules.ts';

export async function loadDealSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const deals = await getDealFacts(
    scope,
    ids.map((id) => DealId.parse(id)),
  );
  return deals.map((deal) => toSubject(deal, null));
}

/** Loads tasks: they are about the contact of their deal. */
export async function loadTaskSubjects(scope: TenantScope, ids: readonly string[]): Promise<KnownSubject[]> {
  const tasks = await getTaskFacts(
    scope,
    ids.map((id) => DealTaskId.parse(id)),
  );
  return tasks.map((task) => toSubject(task.deal, task));
}

function toSubject(deal: DealFactsForFlow, task: TaskFactsForFlow | null): KnownSubject {
  const { branchTitle, timeZone, currency, priceMinor, stageTitle, pipelineTitle, responsibleName } = deal;
  const subject = plainSubject({
    kind: task ? 'deal_task' : 'deal',
    id: task?.id ?? deal.id,
    title: branchTitle,
    timeZone,
    startsAt: task?.dueAt ?? deal.createdAt,
    currency,
  });
  return {
    ...subject,
    contactId: deal.contactId,
    source: deal.source,
    branchId: deal.branchId,
    isBranchActive: deal.isBranchActive,
    timeVersion: task?.dueVersion ?? deal.stageVersion,
    status: deal.stageId,
    total: wholeUnits(priceMinor, currency),
    deal: {
      stageId: deal.stageId,
      stageTitle: stageName(pipelineTitle, stageTitle),
      pipelineId: deal.pipelineId,
      pipelineTitle,
      responsibleName,
      tags: deal.tags,
      isDeleted: deal.isDeleted,
      isTaskOver: task !== null && (task.isDone || task.isDeleted),
    },
    words: {
      ...subject.words,
      totalMinor: priceMinor,
      branchAddress: deal.branchAddress,
      branchPhone: deal.branchPhone,
      deal: {
        title: deal.title,
        stage: stageTitle,
        responsibleName,
        task: task && { text: task.text, dueAt: task.dueAt },
      },
    },
  };
}
