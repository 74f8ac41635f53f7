import { Badge, Text } from '@mantine/core';
import type { OptOut } from '#contract/contacts/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { optOutSourceKey } from './opt-out-source.ts';
import type { Column } from '#web/ui/lists/list.ts';
import { useChannelNames } from '#web/channels/use-channel-names.ts';

/** Names an entry: by the contact, or by the number. */
export function useOptOutName(): (entry: OptOut) => string {
  const t = useTexts();
  const formatPhone = useFormatPhone();
  return ({ name, phone }) => name || (phone ? formatPhone(phone) : t('contacts:nameless'));
}

/** Says how an entry came onto the list, and who put it there. */
export function useHowAdded(): (entry: OptOut) => string {
  const t = useTexts();
  return ({ source, scope, createdBy }) =>
    createdBy
      ? t('contacts:by', { what: t(optOutSourceKey({ source, scope })), who: createdBy })
      : t(optOutSourceKey({ source, scope }));
}

/** Says how an entry came off the list, and who took it off. */
export function useHowLifted(): (entry: OptOut) => string {
  const t = useTexts();
  return ({ liftedHow, liftedBy }) => {
    const what = t(`contacts:ended.${liftedHow ?? 'member'}`);
    return liftedBy ? t('contacts:by', { what, who: liftedBy }) : what;
  };
}

/** Columns of the ignore list; the history shows how entries ended. */
export function useOptOutColumns(isHistory: boolean): Column<OptOut>[] {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const nameOf = useOptOutName();
  const channelNameOf = useChannelNames();
  const howAdded = useHowAdded();
  const howLifted = useHowLifted();
  return [
    { key: 'who', title: t('contacts:client'), isMain: true, cell: nameOf },
    {
      key: 'phone',
      title: t('contacts:phone'),
      isBrief: true,
      cell: (row) => (row.phone ? formatPhone(row.phone) : '—'),
    },
    {
      key: 'how',
      title: t('contacts:how'),
      cell: (row) => (
        <>
          {howAdded(row)}
          {row.note && (
            <Text size="sm" c="dimmed">
              {row.note}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'what',
      title: t('contacts:what'),
      cell: (row) => (
        <>
          <Badge color="gray">{t(`contacts:scope.${row.scope}`)}</Badge>{' '}
          {row.channelTitle && (
            <Text span size="sm" c="dimmed">
              {channelNameOf({ id: row.channelId, title: row.channelTitle })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'when', title: t('contacts:when'), isBrief: true, cell: (row) => format.dateTime(row.createdAt) },
    isHistory
      ? {
          key: 'lifted',
          title: t('contacts:lifted_title'),
          cell: (row) => (
            <>
              {row.liftedAt && format.dateTime(row.liftedAt)}
              <Text size="sm" c="dimmed">
                {howLifted(row)}
              </Text>
            </>
          ),
        }
      : {
          key: 'until',
          title: t('contacts:until'),
          isBrief: true,
          cell: (row) => (row.endsAt ? format.dateTime(row.endsAt) : t('contacts:period.forever')),
        },
  ];
}
