import { Text } from '@mantine/core';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import type { Visit } from '#contract/visits/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './home.module.css';
import { VisitBadge } from './VisitBadge.tsx';

type Props = { visit: Visit; hasBranch: boolean; isPast?: boolean; isUnreachable?: boolean };

/** A visit of a day; leads to what was sent about it. */
export function VisitRow({ visit, hasBranch, isPast = false, isUnreachable = false }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contactName, contactPhone, serviceTitles, masterName, branchTitle, startsAt, timeZone, status } = visit;
  const zone = format.zoneNote(timeZone, startsAt);
  const details = [serviceTitles.join(', '), masterName, hasBranch && branchTitle].filter(Boolean).join(' · ');
  return (
    <li>
      <PageLink
        to="/insights/message-logs"
        search={{ visitId: visit.id }}
        className={classes.visit}
        data-past={isPast || undefined}
        data-cancelled={status === 'cancelled' || undefined}
      >
        <span className={classes.time}>
          {format.time(startsAt, timeZone)}
          {zone && (
            <small className={classes.zone} title={zone}>
              {zone.split(', ').at(-1)}
            </small>
          )}
        </span>
        <span className={classes.client}>
          {contactName || (contactPhone && formatPhone(contactPhone)) || t('onboarding:visits.nameless')}
          {visit.isFirst && <span className={classes.first}>{t('onboarding:visits.first')}</span>}
        </span>
        <span className={classes.status}>
          {isUnreachable ? (
            <ToneBadge tone="attention">{t('onboarding:next_day.no_message')}</ToneBadge>
          ) : (
            <VisitBadge status={status} />
          )}
        </span>
        <Text span size="sm" c="dimmed" className={classes.details}>
          {details}
        </Text>
      </PageLink>
    </li>
  );
}
