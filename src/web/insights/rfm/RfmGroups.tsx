import { Text, Title, VisuallyHidden } from '@mantine/core';
import type { Rfm } from '#contract/audiences/rfm.ts';
import type { RfmGroup } from '#contract/audiences/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { shareOf } from './rfm-data.ts';
import classes from './rfm.module.css';

type Props = { rfm: Pick<Rfm, 'groups' | 'people' | 'currency'>; onOpen: (group: RfmGroup) => void };

/** The groups in the owner's words; each opens its people. */
export function RfmGroups({ rfm: { groups, people, currency }, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <section className={classes.section}>
      <Title order={2} mb="xs">
        {t('insights:rfm.groups')}
      </Title>
      <ul className={classes.groups}>
        {groups.map(({ group, people: count, spentMinor }) => {
          const share = count > 0 ? shareOf(count, people) : null;
          const paid = t('insights:rfm.paid', { money: format.money({ amountMinor: spentMinor, currency }) });
          const words = [
            t(`insights:rfm.group.${group}`),
            t('insights:rfm.people', { count }),
            share !== null && format.percent(share),
            paid,
          ];
          return (
            <li key={group}>
              <button
                type="button"
                className={classes.group}
                aria-describedby={`rfm-${group}`}
                disabled={count === 0}
                onClick={() => onOpen(group)}
              >
                <VisuallyHidden>{words.filter(Boolean).join(', ')}</VisuallyHidden>
                <span aria-hidden className={classes.name}>
                  {t(`insights:rfm.group.${group}`)}
                </span>
                <span aria-hidden className={classes.count}>
                  {format.number(count)}
                  {share !== null && <span className={classes.share}>{format.percent(share)}</span>}
                </span>
                <Text span size="sm" aria-hidden>
                  {paid}
                </Text>
                <Text span size="sm" c="dimmed" aria-hidden id={`rfm-${group}`}>
                  {t(`insights:rfm.about.${group}`)}
                </Text>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
