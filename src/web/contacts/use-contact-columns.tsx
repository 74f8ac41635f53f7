import { Badge, Group } from '@mantine/core';
import { IconBan, IconSpeakerphone } from '@tabler/icons-react';
import type { ListedContact } from '#contract/contacts/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Column } from '#web/ui/lists/list.ts';
import { ContactName } from './ContactName.tsx';
import classes from './contacts.module.css';

/** Columns of the contact list: name, last and next visit, number of visits, notes. */
export function useContactColumns(): Column<ListedContact>[] {
  const t = useTexts();
  const format = useFormat();
  return [
    {
      key: 'name',
      title: t('contacts:client'),
      isMain: true,
      isSortable: true,
      cell: ({ name, phone }) => <ContactName name={name} phone={phone} />,
    },
    {
      key: 'last_visit',
      title: t('contacts:list.last_visit'),
      isBrief: true,
      isSortable: true,
      cell: ({ lastVisitAt, lastVisitTimeZone }) =>
        lastVisitAt ? <Moment at={lastVisitAt} zone={lastVisitTimeZone} as="date" /> : '—',
    },
    {
      key: 'next_visit',
      title: t('contacts:list.next_visit'),
      cell: ({ nextVisitAt, nextVisitTimeZone }) =>
        nextVisitAt ? <Moment at={nextVisitAt} zone={nextVisitTimeZone} /> : '—',
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
      cell: (contact) =>
        contact.isOptedOut || contact.refusesMailings || contact.tags.length > 0 ? (
          <ContactNotes contact={contact} />
        ) : null,
    },
  ];
}

function ContactNotes({ contact }: { contact: ListedContact }) {
  const t = useTexts();
  return (
    <Group gap={6}>
      {contact.isOptedOut && (
        <Badge className={classes.note} color="attention" leftSection={<IconBan size={13} aria-hidden />}>
          {t('contacts:list.note.opted_out')}
        </Badge>
      )}
      {contact.refusesMailings && (
        <Badge className={classes.note} color="gray" leftSection={<IconSpeakerphone size={13} aria-hidden />}>
          {t('contacts:list.note.refuses_mailings')}
        </Badge>
      )}
      {contact.tags.map((tag) => (
        <Badge key={tag} className={classes.note} color="gray" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
