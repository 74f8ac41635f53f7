import { IconChartFunnel, IconHistory, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/i18n.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './conversion.module.css';

const WAYS = [
  { path: '/insights/conversion', key: 'conversion', title: 'conversion.title', Icon: IconChartFunnel },
  { path: '/insights/message-logs', key: 'message_logs', title: 'menu.message_logs', Icon: IconHistory },
  { path: '/insights/skips', key: 'skips', title: 'menu.skips', Icon: IconUserOff },
] as const;

/** Route: /insights */
export function InsightsPage() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t('conversion.ways.title')} state={t('conversion.ways.state')} />
      <ul className={classes.ways}>
        {WAYS.map(({ path, key, title, Icon }) => (
          <li key={path}>
            <Link to={path} className={classes.way}>
              <Icon size={24} aria-hidden />
              <span>
                <span className={classes.wayTitle}>{t(title)}</span>
                <span className={classes.wayText}>{t(`conversion.ways.${key}`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
