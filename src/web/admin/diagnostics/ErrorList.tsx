import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Diagnosis } from '#contract/admin/diagnostics.ts';
import { DECISION_RULES } from '#contract/delivery/rules.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from './diagnostics.module.css';

/** Errors that are shown at once. */
const FIRST = 5;

type Props = Pick<Diagnosis, 'errors' | 'timeZone'> & { onOpen: (entryId: string) => void };

/** The latest errors, a few at first. */
export function ErrorList({ errors, timeZone, onOpen }: Props) {
  const t = useTexts();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? errors : errors.slice(0, FIRST);
  if (errors.length === 0) return null;
  return (
    <ul className={classes.details}>
      {shown.map(({ at, source, name, text, entryId }, place) => (
        <li key={place} className={classes.words}>
          <Text size="sm" c="dimmed">
            {format.dateTime(at, timeZone)} · {t(`admin:error_source.${source}`)} · {name}
          </Text>
          <Text size="sm">
            {errorText(text, t)}{' '}
            {entryId && <LinkButton onClick={() => onOpen(entryId)}>{t('admin:diagnosis.trace')}</LinkButton>}
          </Text>
        </li>
      ))}
      {shown.length < errors.length && (
        <li>
          <LinkButton onClick={() => setWhole(true)}>
            {t('admin:diagnosis.all_errors', { amount: format.number(errors.length) })}
          </LinkButton>
        </li>
      )}
    </ul>
  );
}

/** A reason of ours in words; the other side's text as it is. */
function errorText(text: string, t: Texts): string {
  const rule = wordIn(DECISION_RULES, text);
  if (rule) return t(`rules:${rule}.name`);
  return text || t('admin:diagnosis.no_reason');
}

/** From where members signed in lately. */
export function SignInList({ signIns, timeZone }: Pick<Diagnosis, 'signIns' | 'timeZone'>) {
  const format = useFormat();
  if (signIns.length === 0) return null;
  return (
    <ul className={classes.details}>
      {signIns.map(({ email, at, browser, system, network }, place) => (
        <li key={place} className={classes.words}>
          <Text size="sm">
            {email}{' '}
            <Text span size="sm" c="dimmed">
              {[format.dateTime(at, timeZone), browser, system, network].filter(Boolean).join(' · ')}
            </Text>
          </Text>
        </li>
      ))}
    </ul>
  );
}
