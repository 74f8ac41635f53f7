import { Button, Checkbox, NativeSelect, SimpleGrid, Slider, Stack, Text, TextInput } from '@mantine/core';
import type { Checklist } from '#contract/quality/checklists.ts';
import type { TalkKind } from '#contract/quality/values.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { CallRefused } from '#web/lib/api/call-errors.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { NewChecklist } from '#web/quality/checklists/NewChecklist.tsx';
import { useChecklists } from '#web/quality/checklists/use-checklists.ts';
import { TopUp } from '#web/quality/TopUp.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { DateField } from '#web/ui/fields/DateField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EstimateWords } from './EstimateWords.tsx';
import { PERIODS, SOURCES } from './order-search.ts';
import { type OrderFormState, useOrderForm } from './use-order-form.ts';

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
  const dollars = useDollars();
  const form = useOrderForm(kind, checklists);
  const { chosen, change, checklist, found, failure, trouble } = form;
  const isAboutMoney = failure instanceof CallRefused && failure.code === 'quality_report.balance';
  return (
    <Stack>
      <PeriodFields form={form} />
      {SOURCES[kind].length > 1 && (
        <Checkbox.Group
          label={t('quality:order.source')}
          value={[...chosen.source]}
          onChange={(values) => change({ source: SOURCES[kind].filter((one) => values.includes(one)) })}
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
        description={checklist && questionsOf(checklist)}
        value={checklist?.id ?? ''}
        data={checklists.map(({ id, settings }) => ({ value: id, label: settings.title }))}
        onChange={({ currentTarget }) =>
          change({ checklistId: checklists.find(({ id }) => id === currentTarget.value)?.id })
        }
      />
      <SampleField form={form} />
      <EstimateWords estimate={found} isPending={form.isCounting} />
      {found && found.talks > 0 && (
        <TextInput
          label={t('quality:order.cap')}
          description={t('quality:order.cap_help')}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          value={form.cap}
          error={form.isCapWrong && t('quality:order.wrong_cap')}
          onChange={({ currentTarget }) => change({ cap: currentTarget.value })}
        />
      )}
      <FormFailure error={failure} action={isAboutMoney && <TopUp />} />
      {trouble && (
        <Text size="sm" c="attention" role="status">
          {trouble}
        </Text>
      )}
      <FormActions isDialog>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button loading={form.isStarting} disabled={!form.canStart} onClick={form.start}>
          {found && found.talks > 0
            ? t('quality:order.start', { sum: dollars(found.costMicroUsd) })
            : t('quality:order.start_plain')}
        </Button>
      </FormActions>
    </Stack>
  );
}

function PeriodFields({ form: { chosen, change, today } }: { form: OrderFormState }) {
  const t = useTexts();
  return (
    <>
      <ChoiceBar
        label={t('quality:report.period')}
        value={chosen.period}
        options={PERIODS.map((value) => ({ value, label: t(`quality:order.period.${value}`) }))}
        onChange={(period) => change({ period })}
      />
      {chosen.period === 'own' && (
        <SimpleGrid cols={2}>
          <DateField
            label={t('quality:order.from')}
            value={chosen.from}
            max={today}
            onChange={(from) => change({ from })}
          />
          <DateField label={t('quality:order.to')} value={chosen.to} max={today} onChange={(to) => change({ to })} />
        </SimpleGrid>
      )}
    </>
  );
}

const SAMPLE = { min: 5, max: 100, step: 5 } as const;

/** The share of talks that is judged. */
function SampleField({ form: { chosen, change } }: { form: OrderFormState }) {
  const t = useTexts();
  const format = useFormat();
  const words = (percent: number) => format.percent(percent / 100);
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {t('quality:order.sample', { percent: words(chosen.samplePercent) })}
      </Text>
      <Slider
        {...SAMPLE}
        value={chosen.samplePercent}
        label={words}
        thumbLabel={t('quality:order.sample_label')}
        onChange={(samplePercent) => change({ samplePercent })}
      />
      <Text size="sm" c="dimmed" mt={6}>
        {t('quality:order.sample_help')}
      </Text>
    </div>
  );
}

/** The first questions, so that a checklist is recognized. */
function questionsOf({ settings: { items } }: Checklist): string {
  return items
    .slice(0, 3)
    .map(({ words }) => words)
    .join(' · ');
}
