import { Button, Card, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '#web/lib/i18n.ts';
import classes from './SettingCard.module.css';

type Props = {
  title: string;
  value?: string;
  badge?: ReactNode;
  /** Opens in place when the person wants to change the value. */
  form?: (close: () => void) => ReactNode;
  /** Changed at once, without a form. */
  children?: ReactNode;
};

/** One thing that can be changed: what it is now, and a way to change it in place. */
export function SettingCard({ title, value, badge, form, children }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card component="section">
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={3} fz="md">
            {title}
          </Title>
          {value && !isOpen && (
            <Text c="dimmed" className={classes.value}>
              {value} {badge}
            </Text>
          )}
        </div>
        {form && (
          <Button
            variant={isOpen ? 'subtle' : 'default'}
            color={isOpen ? 'gray' : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('ui.cancel') : t('auth.profile.change')}
          </Button>
        )}
      </div>
      {isOpen && form && <div className={classes.form}>{form(() => setOpen(false))}</div>}
      {children && <div className={classes.form}>{children}</div>}
    </Card>
  );
}
