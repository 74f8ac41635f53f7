import { Card } from '@mantine/core';
import type { ContactCard } from '#contract/insights.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { Facts } from '#web/ui/Facts.tsx';
import classes from './insights.module.css';

/** The contact's visits in figures. */
export function VisitFigures({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const { nextVisit, lastVisit, firstVisitAt, visitsCount, spent } = card;
  const last = card.lastVisitAt; // NOTE: an order counts as a visit, here as in the list
  const lastZone = lastVisit?.startsAt === last ? lastVisit?.timeZone : undefined;
  return (
    <Card className={classes.figures}>
      <Facts
        facts={[
          ...(nextVisit ? [] : [{ label: t('insights:contact.next_visit'), value: t('insights:contact.no_next') }]),
          {
            label: t('insights:contact.last_visit'),
            value: last ? format.date(last, lastZone) : '—',
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
