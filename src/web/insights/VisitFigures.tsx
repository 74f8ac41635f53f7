import { Card } from '@mantine/core';
import type { ContactCard } from '#contract/insights.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Facts } from '#web/ui/Facts.tsx';
import classes from './insights.module.css';

/** How often she came and when she comes next: the first thing one wants to know. */
export function VisitFigures({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const { nextVisit, lastVisit, firstVisitAt, visitsCount, spent } = card;
  const last = lastVisit?.startsAt ?? card.lastVisitAt;
  return (
    <Card className={classes.figures}>
      <Facts
        facts={[
          {
            label: t('insights:contact.next_visit'),
            value: nextVisit ? format.dateTime(nextVisit.startsAt, nextVisit.timeZone) : t('insights:contact.no_next'),
          },
          {
            label: t('insights:contact.last_visit'),
            value: last ? format.date(last, lastVisit?.timeZone) : '—',
          },
          { label: t('insights:contact.first_visit'), value: firstVisitAt ? format.date(firstVisitAt) : '—' },
          { label: t('insights:contact.visits'), value: format.number(visitsCount) },
          {
            label: t('insights:contact.spent'),
            value: spent.length > 0 ? spent.map((sum) => format.money(sum)).join(', ') : '—',
          },
        ]}
      />
    </Card>
  );
}
