import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './FigureTitle.module.css';

type Props = {
  title: string;
  /** The definition in plain words. */
  about: ReactNode;
  /** The heading that it is; a caption when absent. */
  order?: 2 | 3;
};

/** The name of a figure; the button beside it opens the definition. */
export function FigureTitle({ title, about, order }: Props) {
  const t = useTexts();
  const Name = order === undefined ? 'span' : (`h${order}` as const);
  return (
    <span className={classes.line}>
      <Name className={order === undefined ? classes.caption : classes.heading}>{title}</Name>
      <Popover
        width="min(320px, calc(100vw - 32px))"
        position="bottom-start"
        shadow="md"
        withinPortal
        trapFocus={false}
      >
        <Popover.Target>
          <UnstyledButton className={classes.about} aria-label={t('insights:figure.about', { title })}>
            <IconInfoCircle size={16} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" component="div" className={classes.words}>
            {about}
          </Text>
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
