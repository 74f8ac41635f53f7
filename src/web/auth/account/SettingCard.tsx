import { Button, Card, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './SettingCard.module.css';

type Props = {
  title: string;
  value?: string;
  badge?: ReactNode;
  /** Opens in place when the person wants to change the value. */
  Form?: ComponentType<{ onDone: () => void }>;
  /** Changed at once, without a form. */
  children?: ReactNode;
};

/** One thing that can be changed: what it is now, and a way to change it in place. */
export function SettingCard({ title, value, badge, Form, children }: Props) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <Card component="section">
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2} fz="md">
            {title}
          </Title>
          {value && !isOpen && (
            <Text c="dimmed" className={classes.value}>
              {value} {badge}
            </Text>
          )}
        </div>
        {Form && (
          <Button
            ref={button}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? t('ui:cancel') : t('auth:profile.change')}: ${title}`}
            variant={isOpen ? 'subtle' : 'default'}
            color={isOpen ? 'gray' : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('ui:cancel') : t('auth:profile.change')}
          </Button>
        )}
      </div>
      {isOpen && Form && (
        <div className={classes.form}>
          <Form onDone={close} />
        </div>
      )}
      {children && <div className={classes.form}>{children}</div>}
    </Card>
  );
}
