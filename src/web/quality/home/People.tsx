import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { QualityHome } from '#contract/quality/reports.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from '#web/quality/quality.module.css';
import { useScoreWords } from '#web/quality/score-words.ts';
import { EmployeeName } from '#web/quality/talks/EmployeeNames.tsx';
import { HomeCard } from './HomeCard.tsx';

type Employee = QualityHome['employees'][number];

/** Scores of people over the last 30 days, then of bots; a row opens the words behind the score. */
export function People({ home }: { home: QualityHome }) {
  const t = useTexts();
  const format = useFormat();
  const people = home.employees.filter(({ isBot }) => !isBot);
  const bots = home.employees.filter(({ isBot }) => isBot);
  // The newest report that has verdicts: its page shows the quotes of an employee.
  const latest = home.reports.find(({ done }) => done > 0)?.id;
  return (
    <HomeCard
      title={t('quality:home.people')}
      aside={
        <Text size="sm" c="dimmed">
          {format.days(home.from, home.to)}
        </Text>
      }
    >
      {people.length === 0 && (
        <Text c="dimmed" className={classes.body}>
          {t('quality:home.nobody')}
        </Text>
      )}
      <ul className={classes.rows}>
        {people.map((one) => (
          <EmployeeRow key={one.employee} employee={one} reportId={latest} />
        ))}
      </ul>
      {bots.length > 0 && (
        <>
          <Title order={3} size="h4" className={classes.body} pt="sm" pb={4}>
            {t('quality:bots')}
          </Title>
          <ul className={classes.rows}>
            {bots.map((one) => (
              <EmployeeRow key={one.employee} employee={one} reportId={latest} />
            ))}
          </ul>
        </>
      )}
    </HomeCard>
  );
}

function EmployeeRow({ employee: one, reportId }: { employee: Employee; reportId: string | undefined }) {
  const t = useTexts();
  const scores = useScoreWords();
  const { employee, isBot, cases, score, before, criticals } = one;
  const isFew = scores.isFew(cases);
  const change = isFew ? null : scores.change(score, before);
  const facts = [
    t('quality:home.talks', { count: cases }),
    criticals > 0 ? t('quality:home.criticals', { share: scores.share(criticals, cases) }) : null,
    isFew ? t('quality:few') : null,
  ];
  const content = (
    <>
      <span className={classes.words}>
        <Text span display="block" fw={550}>
          <EmployeeName name={employee} isBot={isBot} />
        </Text>
        <Text span size="sm" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </span>
      <span className={classes.figure}>
        {scores.score(score)}
        <Text span size="sm" c="dimmed" display="block">
          {change === null ? t('quality:of_hundred') : t('quality:home.change', { change })}
        </Text>
      </span>
    </>
  );
  return (
    <li>
      {reportId === undefined ? (
        <div className={classes.row}>{content}</div>
      ) : (
        <Link to="/reports/$reportId" params={{ reportId }} search={{ employee }} className={classes.row}>
          {content}
        </Link>
      )}
    </li>
  );
}
