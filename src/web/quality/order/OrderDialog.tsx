import { Button, Checkbox, NativeSelect, SimpleGrid, Slider, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Checklist, ChecklistId } from '#contract/quality/checklists.ts';
import { MOST_REPORT_DAYS, type TalkKind, type TalkSource } from '#contract/quality/values.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { NewChecklist } from '#web/quality/checklists/NewChecklist.tsx';
import { useChecklists } from '#web/quality/checklists/use-checklists.ts';
import { TopUp } from '#web/quality/TopUp.tsx';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EstimateWords } from './EstimateWords.tsx';
import { capIn, daysBefore, PERIODS, type Period, proposedCap, SOURCES } from './order-search.ts';
import { type Order, useCreateReport, useOrderEstimate } from './use-order.ts';

const TYPING_MS = 400;

type Props = { kind: TalkKind; onClose: () => void };

/** Orders a report: days, sources, the checklist, how many talks; then what it costs. */
export function OrderDialog({ kind, onClose }: Props) {
  const t = useTexts();
  const checklists = useChecklists();
  const offered = (checklists.data ?? []).filter((one) => one.settings.kind === 'both' || one.settings.kind === kind);
  return (
    <Dialog title={t(`quality:order.title.${kind}`)} onClose={onClose}>
      {checklists.isPending && <RowsSkeleton rows={4} />}
      {checklists.isError && !checklists.data && <FormFailure error={checklists.error} />}
      {checklists.data && offered.length === 0 && (
        <Stack>
          <Text>{t('quality:order.no_checklist')}</Text>
          <NewChecklist kind={kind} />
        </Stack>
      )}
      {offered.length > 0 && <OrderForm kind={kind} checklists={offered} onClose={onClose} />}
    </Dialog>
  );
}

function OrderForm({ kind, checklists, onClose }: Props & { checklists: readonly Checklist[] }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const navigate = useNavigate();
  const today = format.dayKey(productNow());
  const [period, setPeriod] = useState<Period>('week');
  const [own, setOwn] = useState(() => daysBefore('week', today));
  const [source, setSource] = useState<readonly TalkSource[]>(SOURCES[kind]);
  const [checklistId, setChecklistId] = useState<ChecklistId | undefined>(checklists[0]?.id);
  const [samplePercent, setSample] = useState(100);
  const [typedCap, setTypedCap] = useState<string | null>(null);
  const create = useCreateReport();

  const days = period === 'own' ? own : daysBefore(period, today);
  const chosen = checklists.find(({ id }) => id === checklistId) ?? checklists[0];
  const daysTrouble = days.from === '' || days.to === '' || days.from > days.to || lengthOf(days) > MOST_REPORT_DAYS;
  const order: Order | null =
    chosen && source.length > 0 && !daysTrouble
      ? { kind, source: [...source], ...days, checklistId: chosen.id, samplePercent }
      : null;
  const [settled] = useDebouncedValue(order, TYPING_MS);
  const estimate = useOrderEstimate(settled);
  const found = order ? estimate.data : undefined;
  const cap = typedCap ?? (found ? proposedCap(found.costMicroUsd) : '');
  const capMicroUsd = capIn(cap);
  const trouble = whyNot();

  function whyNot(): string | null {
    if (daysTrouble) return t('quality:order.wrong_days', { count: MOST_REPORT_DAYS });
    if (source.length === 0) return t('quality:order.no_source');
    if (chosen && chosen.settings.items.length === 0) return t('refusals:checklist_empty');
    if (found && found.talks === 0)
      return found.notReady > 0 ? t('quality:order.all_not_ready') : t('refusals:quality_report_no_talks');
    if (found && capMicroUsd === null) return t('quality:order.wrong_cap');
    return null;
  }

  async function start(): Promise<void> {
    if (!order || capMicroUsd === null || trouble) return;
    const { id } = await create.mutateAsync({ ...order, capMicroUsd });
    await navigate({ to: '/reports/$reportId', params: { reportId: id } });
  }

  return (
    <Stack>
      <ChoiceBar
        label={t('quality:report.period')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`quality:order.period.${value}`) }))}
        onChange={setPeriod}
      />
      {period === 'own' && (
        <SimpleGrid cols={2}>
          <DateField
            label={t('quality:order.from')}
            value={own.from}
            max={today}
            onChange={(from) => setOwn((before) => ({ ...before, from }))}
          />
          <DateField
            label={t('quality:order.to')}
            value={own.to}
            max={today}
            onChange={(to) => setOwn((before) => ({ ...before, to }))}
          />
        </SimpleGrid>
      )}
      {SOURCES[kind].length > 1 && (
        <Checkbox.Group
          label={t('quality:order.source')}
          value={[...source]}
          onChange={(values) => setSource(SOURCES[kind].filter((one) => values.includes(one)))}
        >
          <Stack gap="xs" mt={6}>
            {SOURCES[kind].map((one) => (
              <Checkbox key={one} value={one} label={t(`quality:source.${one}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <NativeSelect
        label={t('quality:order.checklist')}
        description={chosen && questionsOf(chosen)}
        value={chosen?.id ?? ''}
        data={checklists.map(({ id, settings }) => ({ value: id, label: settings.title }))}
        onChange={({ currentTarget }) =>
          setChecklistId(checklists.find(({ id }) => id === currentTarget.value)?.id ?? undefined)
        }
      />
      <div>
        <Text size="sm" fw={550} mb={4}>
          {t('quality:order.sample', { percent: format.percent(samplePercent / 100) })}
        </Text>
        <Slider
          value={samplePercent}
          min={5}
          max={100}
          step={5}
          label={(value) => format.percent(value / 100)}
          thumbLabel={t('quality:order.sample_label')}
          onChange={setSample}
        />
        <Text size="sm" c="dimmed" mt={6}>
          {t('quality:order.sample_help')}
        </Text>
      </div>
      <EstimateWords estimate={found} isPending={order !== null && estimate.isPending} />
      {found && found.talks > 0 && (
        <TextInput
          label={t('quality:order.cap')}
          description={t('quality:order.cap_help')}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          value={cap}
          error={capMicroUsd === null && t('quality:order.wrong_cap')}
          onChange={({ currentTarget }) => setTypedCap(currentTarget.value)}
        />
      )}
      <FormFailure error={create.error ?? estimate.error} action={isAboutMoney(create.error) && <TopUp />} />
      {trouble && (
        <Text size="sm" c="attention" role="status">
          {trouble}
        </Text>
      )}
      <FormActions isDialog>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button
          loading={create.isPending}
          disabled={!found || trouble !== null}
          onClick={() => void start().catch(() => undefined)} // NOTE: the failure is drawn from the mutation
        >
          {found && found.talks > 0
            ? t('quality:order.start', { sum: dollars(found.costMicroUsd) })
            : t('quality:order.start_plain')}
        </Button>
      </FormActions>
    </Stack>
  );
}

/** The first questions, so that a checklist is recognized. */
function questionsOf({ settings: { items } }: Checklist): string {
  return items
    .slice(0, 3)
    .map(({ words }) => words)
    .join(' · ');
}

const DAY_MS = 86_400_000;

const lengthOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

const isAboutMoney = (error: unknown) => error instanceof CallRefused && error.code === 'quality_report.balance';
