import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConflictContact } from '#contract/policy/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import classes from './policy.module.css';

const TONES = { goes: 'good', waits: 'gray', gives_way: 'attention' } as const;

type Props = { people: readonly ConflictContact[]; /** How many there are, shown or not. */ of: number };

/** Customers whom two messages want, with what becomes of the one. */
export function ConflictContacts({ people, of }: Props) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  if (people.length === 0) return null;
  return (
    <>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={`${person.contactId} ${person.senderId} ${person.at}`}>
            <div className={classes.person}>
              <Link to="/contacts/$contactId" params={{ contactId: person.contactId }}>
                {person.name || (person.phone ? formatPhone(person.phone) : t('policy:meetings.no_name'))}
              </Link>
              {person.fate && (
                <ToneBadge tone={TONES[person.fate]}>{t(`policy:meetings.fate.${person.fate}`)}</ToneBadge>
              )}
            </div>
            <Text size="sm">
              {t('policy:meetings.one', {
                title: person.senderTitle,
                when: format.dateTime(person.at, person.timeZone),
              })}
            </Text>
            <Text size="sm" c="dimmed">
              {t('policy:meetings.other', {
                title: person.otherTitle,
                when: format.dateTime(person.otherAt, person.timeZone),
              })}
            </Text>
          </li>
        ))}
      </ul>
      {of > people.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('policy:meetings.first', { shown: format.number(people.length), of: format.number(of) })}
        </Text>
      )}
    </>
  );
}
