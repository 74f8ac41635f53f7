import { Text } from '@mantine/core';
import type { ClickingContact, LinkId } from '#contract/links/calls.ts';
import { ContactName } from '#web/contacts/ContactName.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { useClickingContacts } from './use-links.ts';

/** Contacts who followed a link from messages to them; a row opens the contact. */
export function ClickingContacts({ linkId, from }: { linkId: LinkId; from: string }) {
  const t = useTexts();
  const format = useFormat();
  const contacts = useClickingContacts(linkId, from);
  const columns: Column<ClickingContact>[] = [
    { key: 'client', title: t('links:client'), isMain: true, cell: (row) => <ContactName {...row} /> },
    { key: 'device', title: t('links:device_column'), cell: ({ device }) => t(`links:device.${device}`) },
    { key: 'when', title: t('links:when'), isBrief: true, cell: ({ at }) => format.ago(at) },
  ];
  return (
    <>
      <h3>{t('links:contacts')}</h3>
      <DataList
        label={t('links:contacts')}
        rows={contacts.data ?? []}
        rowKey={({ contactId }) => contactId}
        columns={columns}
        paging={contacts}
        linkTo={({ contactId }) => ({ to: '/contacts/$contactId', params: { contactId } })}
        empty={<Text c="dimmed">{t('links:contacts_empty')}</Text>}
      />
    </>
  );
}
