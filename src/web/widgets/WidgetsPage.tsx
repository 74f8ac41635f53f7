import { Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import type { Widget } from '#web/lib/pages/room.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import classes from './widgets.module.css';

/** Route: /widgets */
export function WidgetsPage({ widgets }: { widgets: readonly Widget[] }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  return (
    <>
      <PageHead title={t('widgets:title')} state={t('widgets:state')} />
      <div className={classes.cards}>
        {widgets
          .filter(({ to }) => canOpen(to))
          .map(({ key, title, text, to, Icon, Figures }) => (
            <Card key={key} component="section" aria-label={t(title)} className={classes.card}>
              <Icon size={26} stroke={1.6} aria-hidden className={classes.icon} />
              <Title order={2}>
                <Link to={to} className={classes.link}>
                  {t(title)}
                </Link>
              </Title>
              <Text c="dimmed">{t(text)}</Text>
              {Figures && (
                <p className={classes.figures}>
                  <Figures />
                </p>
              )}
            </Card>
          ))}
      </div>
    </>
  );
}
