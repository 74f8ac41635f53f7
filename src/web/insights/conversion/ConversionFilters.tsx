import { NativeSelect } from '@mantine/core';
import { CONVERSION_PERIODS, CONVERSION_WINDOWS } from '#contract/insights/values.ts';
import type { ConversionPeriod, ConversionWindow } from '#contract/insights/conversion.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { type Filter, ListTools } from '#web/ui/lists/ListTools.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import type { ConversionState } from './ConversionPage.tsx';
import classes from '#web/insights/conversion.module.css';
import { ConversionDays } from './ConversionDays.tsx';
import { useBranchChoices, useComparedFlows, useComparedMailing } from './use-conversion.ts';

type Props = {
  state: ConversionState;
  /** Values from the URL, or defaults. */
  shown: { windowDays: ConversionWindow; by: ConversionPeriod; from: string; to: string };
  isFiltered: boolean;
  onChange: (change: Partial<ConversionState>) => void;
};

/** Filters by sender and days, and the conversion window. */
export function ConversionFilters({ state, shown, isFiltered, onChange }: Props) {
  const t = useTexts();
  const flows = useComparedFlows() ?? [];
  const mailing = useComparedMailing(state.flowId);
  const branches = useBranchChoices();
  const kinds = [...new Set(flows.map(({ kind }) => kind))];
  const clear = { flowId: undefined, kind: undefined, branchId: undefined, from: undefined, to: undefined };
  const kindFilter: Filter = {
    label: t('insights:conversion.kind'),
    isOn: state.kind !== undefined,
    field: (
      <NativeSelect
        aria-label={t('insights:conversion.kind')}
        className={classes.filter}
        value={state.kind ?? ''}
        data={[
          { value: '', label: t('insights:conversion.kind_any') },
          ...kinds.map((kind) => ({ value: kind, label: t(`flows:list.kind.${kind}`) })),
        ]}
        onChange={({ currentTarget }) => onChange({ kind: wordIn(kinds, currentTarget.value) })}
      />
    ),
  };
  const branch: Filter = {
    label: t('insights:conversion.branch'),
    isOn: state.branchId !== undefined,
    field: (
      <SearchSelect
        aria-label={t('insights:conversion.branch')}
        placeholder={t('insights:conversion.branch_any')}
        clearable
        className={classes.filter}
        value={state.branchId ?? null}
        data={branches.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(value) => onChange({ branchId: value ?? undefined })}
      />
    ),
  };
  const wait: Filter = {
    label: t('insights:conversion.window'),
    isOn: state.windowDays !== undefined,
    field: (
      <NativeSelect
        aria-label={t('insights:conversion.window')}
        className={classes.filter}
        value={String(shown.windowDays)}
        data={CONVERSION_WINDOWS.map((days) => ({
          value: String(days),
          label: t('insights:conversion.window_days', { count: days }),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ windowDays: CONVERSION_WINDOWS.find((days) => String(days) === value) })
        }
      />
    ),
  };
  const days: Filter = {
    label: t('insights:conversion.period'),
    isOn: (state.from ?? state.to) !== undefined,
    field: <ConversionDays from={shown.from} to={shown.to} onChange={onChange} />,
  };
  return (
    <ListTools
      filters={[
        ...(kinds.length > 1 && state.flowId === undefined ? [kindFilter] : []),
        ...(branches.length > 1 ? [branch] : []),
        wait,
        days,
      ]}
      onClear={isFiltered ? () => onChange(clear) : undefined}
    >
      <SearchSelect
        aria-label={t('insights:conversion.flow')}
        placeholder={t('insights:conversion.flow_any')}
        clearable
        className={classes.filter}
        value={state.flowId ?? null}
        data={[
          ...(mailing !== undefined && state.flowId ? [{ value: state.flowId, label: mailing }] : []),
          ...flows.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={(value) => onChange({ flowId: flows.find(({ id }) => id === value)?.id, kind: undefined })}
      />
      <div className={classes.by}>
        <ChoiceBar
          label={t('insights:conversion.by_label')}
          value={shown.by}
          options={CONVERSION_PERIODS.map((value) => ({ value, label: t(`insights:conversion.by.${value}`) }))}
          onChange={(by) => onChange({ by, from: undefined, to: undefined })}
        />
      </div>
    </ListTools>
  );
}
