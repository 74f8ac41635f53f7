import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { EmployeeScore, QualityCaseId, WholeQualityReport } from '#contract/quality/reports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/quality/quality.module.css';
import { useScoreWords } from '#web/quality/score-words.ts';
import { EmployeeName } from '#web/quality/talks/EmployeeNames.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { WHOLE_LIST } from './whole-list.ts';

type Props = { report: WholeQualityReport; onChoose: (employee: string) => void };

/** Scores of people, then of bots. */
export function EmployeeTable({ report: { employees }, onChoose }: Props) {
  const t = useTexts();
  const columns = useColumns(onChoose);
  if (employees.length === 0) return null;
  const people = employees.filter(({ isBot }) => !isBot);
  const bots = employees.filter(({ isBot }) => isBot);
  const table = (label: string, rows: readonly EmployeeScore[]) => (
    <DataList
      label={label}
      rows={rows}
      rowKey={({ employee }) => employee}
      columns={columns}
      paging={WHOLE_LIST}
      empty={null}
    />
  );
  return (
    <section aria-label={t('quality:employees')}>
      <Title order={2} size="h3" mb="xs">
        {t('quality:employees')}
      </Title>
      {table(t('quality:employees'), people)}
      {bots.length > 0 && (
        <>
          <Title order={3} size="h4" mt="md" mb="xs">
            {t('quality:bots')}
          </Title>
          {table(t('quality:bots'), bots)}
        </>
      )}
    </section>
  );
}

function useColumns(onChoose: (employee: string) => void): Column<EmployeeScore>[] {
  const t = useTexts();
  const format = useFormat();
  const scores = useScoreWords();
  return [
    {
      key: 'employee',
      title: t('quality:employee'),
      isMain: true,
      cell: ({ employee, isBot }) => (
        <LinkButton onClick={() => onChoose(employee)}>
          <EmployeeName name={employee} isBot={isBot} />
        </LinkButton>
      ),
    },
    {
      key: 'score',
      title: t('quality:score'),
      isNumeric: true,
      cell: ({ score, spread, cases }) => (
        <span className={classes.lines}>
          <span>
            {scores.score(score)}
            {spread !== null && !scores.isFew(cases) && ` ± ${format.number(Math.round(spread))}`}
          </span>
          {scores.isFew(cases) && (
            <Text span size="sm" c="dimmed">
              {t('quality:few')}
            </Text>
          )}
        </span>
      ),
    },
    { key: 'cases', title: t('quality:talks'), isNumeric: true, cell: ({ cases }) => format.number(cases) },
    {
      key: 'criticals',
      title: t('quality:criticals'),
      isNumeric: true,
      cell: ({ criticals, cases }) => (criticals === 0 ? '0' : scores.share(criticals, cases)),
    },
    { key: 'missed', title: t('quality:most_missed'), from: 'medium', cell: ({ mostMissed }) => mostMissed },
    { key: 'cause', title: t('quality:root_cause'), from: 'wide', cell: ({ rootCause }) => rootCause },
  ];
}

type ChosenProps = {
  report: WholeQualityReport;
  chosen: string;
  onClear: () => void;
  onCase: (caseId: QualityCaseId) => void;
};

/** The chosen employee with what they did best and worst. */
export function ChosenEmployee({ report: { employees }, chosen, onClear, onCase }: ChosenProps) {
  const t = useTexts();
  const ofChosen = employees.filter(({ employee }) => employee === chosen);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <Stack ref={box} gap="xs">
      {ofChosen.length === 0 && <Text c="dimmed">{t('quality:employee_absent', { name: chosen })}</Text>}
      {ofChosen.map((one) => (
        <Quotes key={String(one.isBot)} employee={one} onCase={onCase} />
      ))}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('quality:all_employees')}
        </Button>
      </div>
    </Stack>
  );
}

/** The words that made the score, worst first: what an owner talks over with the person. */
function Quotes({ employee: one, onCase }: { employee: EmployeeScore; onCase: (caseId: QualityCaseId) => void }) {
  const t = useTexts();
  const scores = useScoreWords();
  const { employee, isBot, score, cases, worst, best, mostMissed, rootCause } = one;
  return (
    <Card component="section" aria-label={employee}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h3">
          <EmployeeName name={employee} isBot={isBot} />
        </Title>
        <Text>{t('quality:score_of', { score: scores.score(score), count: cases })}</Text>
      </Group>
      {mostMissed && <Text size="sm">{t('quality:missed_most', { words: mostMissed })}</Text>}
      {rootCause && <Text size="sm">{t('quality:cause', { cause: rootCause })}</Text>}
      <div className={classes.quotes}>
        <QuoteList title={t('quality:worst')} tone="bad" quotes={worst} onCase={onCase} />
        <QuoteList title={t('quality:best')} tone="good" quotes={best} onCase={onCase} />
      </div>
    </Card>
  );
}

type QuoteProps = {
  title: string;
  tone: 'good' | 'bad';
  quotes: EmployeeScore['worst'];
  onCase: (caseId: QualityCaseId) => void;
};

function QuoteList({ title, tone, quotes, onCase }: QuoteProps) {
  const t = useTexts();
  return (
    <div>
      <Text fw={550} mt="sm" mb={4}>
        {title}
      </Text>
      {quotes.length === 0 && <Text c="dimmed">{t('quality:no_quotes')}</Text>}
      <Stack gap="xs">
        {quotes.map(({ caseId, words, quote }, index) => (
          <button
            key={`${caseId}.${index}`}
            type="button"
            className={classes.quote}
            data-tone={tone}
            onClick={() => onCase(caseId)}
          >
            {quote}
            <Text span size="sm" c="dimmed" display="block">
              {words}
            </Text>
          </button>
        ))}
      </Stack>
    </div>
  );
}
