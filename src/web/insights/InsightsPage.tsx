import { IconChartFunnel, IconHistory, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/i18n.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './conversion.module.css';

const WAYS = [
  { path: '/insights/conversion', key: 'conversion', title: 'insights:conversion.title', Icon: IconChartFunnel },
  { path: '/insights/message-logs', key: 'message_logs', title: 'app:menu.message_logs', Icon: IconHistory },
  { path: '/insights/skips', key: 'skips', title: 'app:menu.skips', Icon: IconUserOff },
] as const;

/** Route: /insights */
export function InsightsPage() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t('insights:conversion.ways.title')} state={t('insights:conversion.ways.state')} />
      <ul className={classes.ways}>
        {WAYS.map(({ path, key, title, Icon }) => (
          <li key={path}>
            <Link to={path} className={classes.way}>
              <Icon size={24} aria-hidden />
              <span>
                <span className={classes.wayTitle}>{t(title)}</span>
                <span className={classes.wayText}>{t(`insights:conversion.ways.${key}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
