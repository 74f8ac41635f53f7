import { Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconBellCheck, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Notice } from '#contract/onboarding/calls.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import type { NoticeWords } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import classes from './NoticeList.module.css';
import { useNoticeWords } from './use-notice-words.ts';
import { useNotices, useReadNotices } from './use-notices.ts';

const ICONS = { info: IconInfoCircle, attention: IconAlertCircle, bad: IconAlertTriangle };

type Props = {
  /** A person went where a notice leads. */
  onGo: () => void;
};

/** Notices of the bell. Opening it marks all as read; new ones stay highlighted until it is closed. */
export function NoticeList({ onGo }: Props) {
  const t = useTexts();
  const notices = useNotices();
  const words = useNoticeWords({ isNeeded: true });
  const { mutate: read } = useReadNotices();
  const [newIds] = useState(() => idsOf((notices.data?.notices ?? []).filter((one) => !one.isRead)));
  const unreadCount = notices.data?.unreadCount ?? 0;
  useEffect(() => {
    if (unreadCount > 0) read();
  }, [unreadCount, read]);

  if (!notices.data || !words.describe) {
    if (notices.isError) return <Failure error={notices.error} onRetry={notices.refetch} />;
    if (words.isError) return <Failure error={words.error} onRetry={words.refetch} />;
    return (
      <Loading>
        <RowsSkeleton rows={3} />
      </Loading>
    );
  }
  if (notices.data.notices.length === 0) {
    return (
      <div className={classes.empty}>
        <IconBellCheck size={32} stroke={1.4} aria-hidden />
        <Text c="dimmed">{t('onboarding:bell.empty')}</Text>
      </div>
    );
  }
  const { describe } = words;
  return (
    <ul className={classes.list} aria-label={t('onboarding:bell.title')}>
      {notices.data.notices.map((notice) => {
        const description = describe(notice);
        const isNew = newIds.has(notice.id);
        return description && <NoticeRow key={notice.id} {...{ notice, description, isNew, onGo }} />;
      })}
    </ul>
  );
}

type RowProps = Props & { notice: Notice; description: ReturnType<NoticeWords>; isNew: boolean };

function NoticeRow({ notice, description, isNew, onGo }: RowProps) {
  const t = useTexts();
  const canOpen = useCanOpen();
  const { severity, isResolved, createdAt } = notice;
  const Icon = isResolved ? IconCheck : ICONS[severity];
  const { label, page, to, search } = description.target;
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      <span className={classes.icon} data-severity={isResolved ? 'over' : severity}>
        <Icon
          size={20}
          stroke={1.8}
          role="img"
          aria-label={isResolved ? t('onboarding:bell.resolved') : t(`onboarding:bell.severity.${severity}`)}
        />
      </span>
      <div className={classes.words}>
        <Text size="sm" className={classes.text}>
          {description.text}
        </Text>
        <Text size="sm" c="dimmed" className={classes.foot}>
          <span>
            <Moment at={createdAt} />
            {isResolved && ` · ${t('onboarding:bell.resolved')}`}
          </span>
          {!isResolved && canOpen(page) && (
            <Link to={to} search={search} className={classes.go} onClick={onGo}>
              {label}
            </Link>
          )}
        </Text>
      </div>
      {isNew && <span className={classes.dot} role="img" aria-label={t('onboarding:bell.new')} />}
    </li>
  );
}

const idsOf = (notices: readonly Notice[]): ReadonlySet<string> => new Set(notices.map(({ id }) => id));
