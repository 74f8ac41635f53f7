import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { LOCALE_TAGS } from '#web/lib/format/language.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './BellAnnouncements.module.css';
import { Paragraphs } from './Paragraphs.tsx';
import { useAnnouncements, useReadAnnouncements } from './use-announcements.ts';

/** The bell has the latest of them. */
const MOST = 3;

/** Announcements in the bell. Opening it marks all as read; new ones stay highlighted until it is closed. */
export function BellAnnouncements() {
  const t = useTexts();
  const { data } = useAnnouncements();
  if (!data || data.length === 0) return null;
  return <Shown label={t('announcements:title')} shown={data.slice(0, MOST)} />;
}

type Props = { label: string; shown: NonNullable<ReturnType<typeof useAnnouncements>['data']> };

function Shown({ label, shown }: Props) {
  const t = useTexts();
  const { mutate: read } = useReadAnnouncements();
  const [newIds] = useState(() => new Set(shown.filter(({ isRead }) => !isRead).map(({ id }) => id)));
  const hasUnread = shown.some(({ isRead }) => !isRead);
  useEffect(() => {
    if (hasUnread) read();
  }, [hasUnread, read]);
  return (
    <ul className={classes.list} aria-label={label}>
      {shown.map(({ id, title, body, language, shownFrom }) => (
        <li key={id} className={classes.row} data-new={newIds.has(id) || undefined} lang={LOCALE_TAGS[language]}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Paragraphs body={body} />
          <Text size="sm" c="dimmed" mt={4}>
            {t('announcements:title')} · <Moment at={shownFrom} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
