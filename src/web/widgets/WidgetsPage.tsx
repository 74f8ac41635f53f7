import { Card, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/lib/i18n.ts';
import { useCanOpen } from '#web/lib/paths.ts';
import { PageHead } from '#web/ui/PageHead.tsx';
import { WIDGETS } from './entries.tsx';
import classes from './widgets.module.css';

/** Route: /widgets */
export function WidgetsPage() {
  const t = useTexts();
  const canOpen = useCanOpen();
  return (
    <>
      <PageHead title={t('widgets:title')} state={t('widgets:state')} />
      <div className={classes.cards}>
        {WIDGETS.filter(({ to }) => canOpen(to)).map(({ key, to, Icon, Figures }) => (
          <Card key={key} component="section" aria-label={t(`widgets:entry.${key}.title`)} className={classes.card}>
            <Icon size={26} stroke={1.6} aria-hidden className={classes.icon} />
            <Title order={2}>
              <Link to={to} className={classes.link}>
                {t(`widgets:entry.${key}.title`)}
              </Link>
            </Title>
            <Text c="dimmed">{t(`widgets:entry.${key}.text`)}</Text>
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
