import { Badge, Group, Text } from '@mantine/core';
import { IconBan, IconSpeakerphone } from '@tabler/icons-react';
import type { ListedContact } from '#contract/contacts.ts';
import { useFormat } from '#web/lib/format.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { useFormatPhone } from '#web/lib/phone.ts';
import type { Column } from '#web/ui/list.ts';
import classes from './contacts.module.css';

/** What a line of the list says: who, when she came and comes, how often, and what is to be minded. */
export function useContactColumns(): Column<ListedContact>[] {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  return [
    {
      key: 'name',
      title: t('contacts:client'),
      isMain: true,
      isSortable: true,
      cell: ({ name, phone }) => (
        <span className={classes.who}>
          <span>{name || (phone && formatPhone(phone)) || t('contacts:nameless')}</span>
          {name && phone && (
            <Text span size="sm" c="dimmed">
              {formatPhone(phone)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'last_visit',
      title: t('contacts:list.last_visit'),
      isBrief: true,
      isSortable: true,
      cell: ({ lastVisitAt }) => (lastVisitAt ? format.date(lastVisitAt) : '—'),
    },
    {
      key: 'next_visit',
      title: t('contacts:list.next_visit'),
      cell: ({ nextVisitAt }) => (nextVisitAt ? format.near(nextVisitAt) : '—'),
    },
    {
      key: 'visits',
      title: t('contacts:list.visits'),
      isNumeric: true,
      cell: ({ visitsCount }) => format.number(visitsCount),
    },
    {
      key: 'notes',
      title: t('contacts:list.notes'),
      cell: (contact) => (contact.isOptedOut || contact.refusesMailings ? <ContactNotes contact={contact} /> : null),
    },
  ];
}

function ContactNotes({ contact }: { contact: ListedContact }) {
  const t = useTexts();
  return (
    <Group gap={6}>
      {contact.isOptedOut && (
        <Badge color="attention" leftSection={<IconBan size={13} aria-hidden />}>
          {t('contacts:list.note.opted_out')}
        </Badge>
      )}
      {contact.refusesMailings && (
        <Badge color="gray" leftSection={<IconSpeakerphone size={13} aria-hidden />}>
          {t('contacts:list.note.refuses_mailings')}
        </Badge>
      )}
    </Group>
  );
}
