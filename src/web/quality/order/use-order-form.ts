import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Checklist, ChecklistId } from '#contract/quality/checklists.ts';
import { MOST_REPORT_DAYS, type TalkKind, type TalkSource } from '#contract/quality/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { capIn, daysBefore, type Period, proposedCap, SOURCES } from './order-search.ts';
import { type Order, useCreateReport, useOrderEstimate } from './use-order.ts';

const TYPING_MS = 400;
const DAY_MS = 86_400_000;

type Chosen = {
  period: Period;
  /** The days of the period `own`. */
  from: string;
  to: string;
  source: readonly TalkSource[];
  checklistId: ChecklistId | undefined;
  samplePercent: number;
  /** Null: the proposed one. */
  cap: string | null;
};

/** The choices for a report, its cost, and why it cannot start. */
export function useOrderForm(kind: TalkKind, checklists: readonly Checklist[]) {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const today = format.dayKey(productNow());
  const [chosen, setChosen] = useState<Chosen>(() => ({
    period: 'week',
    ...daysBefore('week', today),
    source: SOURCES[kind],
    checklistId: checklists[0]?.id,
    samplePercent: 100,
    cap: null,
  }));
  const create = useCreateReport();

  const { period, source, samplePercent } = chosen;
  const days = period === 'own' ? { from: chosen.from, to: chosen.to } : daysBefore(period, today);
  const checklist = checklists.find(({ id }) => id === chosen.checklistId) ?? checklists[0];
  const hasDays = days.from !== '' && days.from <= days.to && lengthOf(days) <= MOST_REPORT_DAYS;
  const order: Order | null =
    checklist && source.length > 0 && hasDays
      ? { kind, source: [...source], ...days, checklistId: checklist.id, samplePercent }
      : null;
  // NOTE: as text: a new object would be another value each time it is drawn
  const orderText = JSON.stringify(order);
  const [settled] = useDebouncedValue(orderText, TYPING_MS);
  const estimate = useOrderEstimate(settled === orderText ? order : (JSON.parse(settled) as Order | null)); // NOTE: an earlier text
  const found = order ? estimate.data : undefined;
  const isCurrent = settled === orderText && !estimate.isPlaceholderData;
  const cap = chosen.cap ?? (found ? proposedCap(found.costMicroUsd) : '');
  const capMicroUsd = capIn(cap);
  const trouble = whyNot();

  function whyNot(): string | null {
    if (!hasDays) return t('quality:order.wrong_days', { count: MOST_REPORT_DAYS });
    if (source.length === 0) return t('quality:order.no_source');
    if (checklist?.settings.items.length === 0) return t('refusals:checklist_empty');
    if (found?.talks === 0)
      return t(found.notReady > 0 ? 'quality:order.all_not_ready' : 'refusals:quality_report_no_talks');
    return found && capMicroUsd === null ? t('quality:order.wrong_cap') : null;
  }

  async function start(): Promise<void> {
    if (!order || !isCurrent || capMicroUsd === null || trouble) return;
    const { id } = await create.mutateAsync({ ...order, capMicroUsd });
    await navigate({ to: '/reports/$reportId', params: { reportId: id } });
  }

  return {
    today,
    chosen,
    change: (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part })),
    checklist,
    found,
    cap,
    isCapWrong: capMicroUsd === null,
    isCounting: order !== null && estimate.isPending,
    trouble,
    canStart: found !== undefined && isCurrent && trouble === null,
    isStarting: create.isPending,
    /** The error of the start, or else of the estimate. */
    failure: create.error ?? estimate.error,
    start: () => void start().catch(() => undefined), // NOTE: the failure is drawn from the mutation
  };
}

export type OrderFormState = ReturnType<typeof useOrderForm>;

const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
