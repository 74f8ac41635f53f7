import { Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import classes from './contacts.module.css';

/** The first cell of a list: the name with the phone below, or the one that is known. */
export function ContactName({ name, phone }: { name: string; phone: string | null }) {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return (
    <span className={classes.who}>
      <span>{name || (phone && formatPhone(phone)) || t('contacts:nameless')}</span>
      {name && phone && (
        <Text span size="sm" c="dimmed">
          {formatPhone(phone)}
        </Text>
      )}
    </span>
  );
}
