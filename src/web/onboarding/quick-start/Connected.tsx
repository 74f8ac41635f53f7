import { Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './quick-start.module.css';

/** The names of systems or channels that are connected. */
export function Connected({ titles }: { titles: readonly string[] }) {
  const t = useTexts();
  return (
    <ul className={classes.list}>
      {titles.map((title) => (
        <li key={title} className={classes.connected}>
          <IconCircleCheck size={22} className={classes.good} aria-hidden />
          <Text component="span">{t('quick_start:connected', { title })}</Text>
        </li>
      ))}
    </ul>
  );
}
