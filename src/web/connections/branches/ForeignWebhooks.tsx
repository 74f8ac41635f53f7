import { Button, Text } from '@mantine/core';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { useWords } from '#web/ui/words.tsx';
import classes from '#web/connections/connections.module.css';

type Foreign = { title: string; host: string };

/** Returns organizations whose webhooks point to another system, when that is the refusal. */
export function foreignIn(error: unknown): Foreign[] {
  if (!isRefused(error, 'connection.hooks_foreign')) return [];
  return [error.details['branches']].flat().map((one) => ({
    title: textIn(Object(one)['title']) ?? '',
    host: textIn(Object(one)['host']) ?? '',
  }));
}

type Props = { foreign: readonly Foreign[]; onTake: () => void; onLeave: () => void; onBack: () => void };

/** Confirms replacing another system's address, as its owner gets no notice. */
export function ForeignWebhooks({ foreign, onTake, onLeave, onBack }: Props) {
  const t = useTexts();
  const words = useWords();
  return (
    <>
      <TroubleAlert tone="attention" title={t('connections:iiko.foreign.title')}>
        {t('connections:iiko.foreign.text')}
        <ul className={classes.foreign}>
          {foreign.map(({ title, host }) => (
            <li key={`${title} ${host}`}>{t('connections:iiko.foreign.at', { title, host })}</li>
          ))}
        </ul>
      </TroubleAlert>
      <Text size="sm" c="dimmed">
        {t('connections:iiko.foreign.leave_help')}
      </Text>
      <FormActions>
        <Button onClick={onTake}>{t('connections:iiko.foreign.take')}</Button>
        <Button variant="default" onClick={onLeave}>
          {t('connections:iiko.foreign.leave')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {words('back')}
        </Button>
      </FormActions>
    </>
  );
}
