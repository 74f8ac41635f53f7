import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { QualityCase, WholeQualityReport } from '#contract/quality/reports.ts';
import { CASE_STATES } from '#contract/quality/values.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import classes from '#web/quality/quality.module.css';
import { clockOf } from '#web/quality/player/player-rules.ts';
import { useScoreWords } from '#web/quality/score-words.ts';
import { EmployeeName } from '#web/quality/talks/EmployeeNames.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import { type Filter, ListTools } from '#web/ui/lists/ListTools.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import type { ReportSearch } from './report-search.ts';
import { useCases } from './use-report.ts';

type Props = {
  report: WholeQualityReport;
  search: ReportSearch;
  onChange: (change: Partial<ReportSearch>) => void;
};

/** The judged talks, the lowest score first. */
export function CaseList({ report, search, onChange }: Props) {
  const t = useTexts();
  const { employee, item, state } = search;
  const cases = useCases(report.id, { employee, itemId: item, state });
  const columns = useColumns();
  const isFiltered = employee !== undefined || item !== undefined || state !== undefined;
  const clear = () => onChange({ employee: undefined, item: undefined, state: undefined });
  const section = useRef<HTMLElement>(null);
  // A count of the table above leads to its talks.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && item !== undefined) section.current?.scrollIntoView({ block: 'start' });
    isFirst.current = false;
  }, [item]);
  return (
    <section aria-label={t('quality:cases')} ref={section}>
      <Title order={2} size="h3" mb="xs">
        {t('quality:cases')}
      </Title>
      <ListTools filters={filtersOf()} {...(isFiltered && { onClear: clear })} />
      <DataList
        label={t('quality:cases')}
        rows={cases.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ talk }) => talk.title}
        columns={columns}
        paging={cases}
        linkTo={({ id }) => ({ to: '.', search: (before) => ({ ...before, case: id }), ...OPENS_LAYER })}
        empty={
          <EmptyState
            text={t(isFiltered ? 'quality:case.nothing_found' : 'quality:case.empty')}
            action={isFiltered && <Button onClick={clear}>{t('ui:clear_filters')}</Button>}
          />
        }
      />
    </section>
  );

  function filtersOf(): Filter[] {
    const names = [...new Set(report.employees.map((one) => one.employee))];
    const select = (
      label: string,
      value: string | undefined,
      options: { value: string; label: string }[],
      choose: (value: string | undefined) => void,
    ): Filter => ({
      label,
      isOn: value !== undefined,
      field: (
        <NativeSelect
          aria-label={label}
          value={value ?? ''}
          data={[{ value: '', label }, ...options]}
          onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
        />
      ),
    });
    return [
      select(
        t('quality:filter.employee'),
        employee,
        names.map((name) => ({ value: name, label: name || t('quality:unnamed_employee') })),
        (value) => onChange({ employee: value }),
      ),
      select(
        t('quality:filter.item'),
        item,
        report.items.map(({ itemId, words }) => ({ value: itemId, label: words })),
        (value) => onChange({ item: value }),
      ),
      select(
        t('quality:filter.state'),
        state,
        CASE_STATES.map((value) => ({ value, label: t(`quality:case.state.${value}`) })),
        (value) => onChange({ state: wordIn(CASE_STATES, value) }),
      ),
    ];
  }
}

function useColumns(): Column<QualityCase>[] {
  const t = useTexts();
  const scores = useScoreWords();
  return [
    {
      key: 'talk',
      title: t('quality:talk.client'),
      isMain: true,
      cell: ({ talk }) => (
        <span className={classes.lines}>
          <span>{talk.title || t('quality:nameless')}</span>
          {talk.seconds !== null && (
            <Text span size="sm" c="dimmed">
              {clockOf(talk.seconds)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'employee',
      title: t('quality:employee'),
      cell: ({ employee, isBot }) => <EmployeeName name={employee} isBot={isBot} />,
    },
    {
      key: 'score',
      title: t('quality:score'),
      isNumeric: true,
      cell: ({ state, score }) => (state === 'done' ? scores.score(score) : '–'),
    },
    {
      key: 'missed',
      title: t('quality:case.missed'),
      cell: ({ state, trouble, isCriticalMissed, missed }) => {
        if (state === 'waiting') return <ToneBadge tone="gray">{t('quality:case.state.waiting')}</ToneBadge>;
        if (trouble) return t(`quality:trouble.${trouble}.what`);
        return (
          <Group gap={6}>
            {missed === 0 ? t('quality:case.all_met') : t('quality:case.missed_count', { count: missed })}
            {isCriticalMissed && <ToneBadge tone="bad">{t('quality:critical_short')}</ToneBadge>}
          </Group>
        );
      },
    },
    {
      key: 'when',
      title: t('quality:talk.when'),
      isBrief: true,
      from: 'medium',
      cell: ({ talk }) => <Moment at={talk.startedAt} />,
    },
  ];
}
