import { Card, Text, Title } from '@mantine/core';
import type { Diagnosis } from '#contract/admin/diagnostics.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from './diagnostics.module.css';

type Props = Pick<Diagnosis, 'errors' | 'signIns' | 'timeZone'> & { onOpen: (entryId: string) => void };

/** The latest errors, and from where members signed in. */
export function ErrorList({ errors, signIns, timeZone, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  return (
    <>
      {errors.length > 0 && (
        <Card component="section" aria-label={t('admin:diagnosis.errors')}>
          <Title order={2} size="h4" mb="xs">
            {t('admin:diagnosis.errors')}
          </Title>
          <ul className={classes.lines}>
            {errors.map(({ at, source, name, text, entryId }, place) => (
              <li key={place} className={classes.words}>
                <Text size="sm" c="dimmed">
                  {format.dateTime(at, timeZone)} · {t(`admin:error_source.${source}`)} · {name}
                </Text>
                <Text>
                  {text || t('admin:diagnosis.no_reason')}{' '}
                  {entryId && <LinkButton onClick={() => onOpen(entryId)}>{t('admin:diagnosis.trace')}</LinkButton>}
                </Text>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {signIns.length > 0 && (
        <Card component="section" aria-label={t('admin:diagnosis.sign_ins')}>
          <Title order={2} size="h4" mb="xs">
            {t('admin:diagnosis.sign_ins')}
          </Title>
          <ul className={classes.lines}>
            {signIns.map(({ email, at, browser, system, network }, place) => (
              <li key={place} className={classes.words}>
                <Text>{email}</Text>
                <Text size="sm" c="dimmed">
                  {[format.dateTime(at, timeZone), browser, system, network].filter(Boolean).join(' · ')}
                </Text>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
