import { Title } from '@mantine/core';
import {
  IconCalendarStats,
  IconChartFunnel,
  IconHistory,
  IconUserMinus,
  IconUserOff,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './results.module.css';

const PAGES = [
  { path: '/insights/returns', key: 'returns', title: 'insights:returns.title', Icon: IconUserMinus },
  { path: '/insights/cohorts', key: 'cohorts', title: 'insights:cohorts.title', Icon: IconCalendarStats },
  { path: '/insights/rfm', key: 'rfm', title: 'insights:rfm.title', Icon: IconUsersGroup },
  { path: '/insights/conversion', key: 'conversion', title: 'insights:conversion.title', Icon: IconChartFunnel },
  { path: '/insights/message-logs', key: 'message_logs', title: 'app:menu.message_logs', Icon: IconHistory },
  { path: '/insights/skips', key: 'skips', title: 'app:menu.skips', Icon: IconUserOff },
] as const;

/** The reports behind the results. */
export function InsightsPages() {
  const t = useTexts();
  return (
    <section aria-label={t('insights:results.pages')}>
      <Title order={2} mb="xs">
        {t('insights:results.pages')}
      </Title>
      <ul className={classes.pages}>
        {PAGES.map(({ path, key, title, Icon }) => (
          <li key={path}>
            <Link to={path} className={classes.page}>
              <Icon size={24} aria-hidden />
              <span>
                <span className={classes.pageTitle}>{t(title)}</span>
                <span className={classes.pageText}>{t(`insights:results.page.${key}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
