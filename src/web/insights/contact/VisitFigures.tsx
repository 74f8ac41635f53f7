import { Card } from '@mantine/core';
import type { ContactCard } from '#contract/insights/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';
import classes from '#web/insights/insights.module.css';

/** The contact's visits in figures. */
export function VisitFigures({ card }: { card: ContactCard }) {
  const t = useTexts();
  const format = useFormat();
  const { nextVisit, lastVisit, firstVisitAt, visitsCount, spent } = card;
  const last = lastVisit?.startsAt ?? card.lastVisitAt; // NOTE: of a contact without visits it is the last order
  return (
    <Card className={classes.figures}>
      <Facts
        facts={[
          ...(nextVisit ? [] : [{ label: t('insights:contact.next_visit'), value: t('insights:contact.no_next') }]),
          {
            label: t('insights:contact.last_visit'),
            value: last ? format.date(last, lastVisit?.timeZone) : '—',
          },
          ...(firstVisitAt ? [{ label: t('insights:contact.first_visit'), value: format.date(firstVisitAt) }] : []),
          {
            label: <FigureTitle title={t('insights:contact.visits')} about={t('insights:definition.visits_count')} />,
            value: format.number(visitsCount),
          },
          {
            label: <FigureTitle title={t('insights:contact.spent')} about={t('insights:definition.spent')} />,
            value: spent.length > 0 ? spent.map((sum) => format.money(sum)).join(', ') : '—',
          },
        ]}
      />
    </Card>
  );
}
