import { Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OptOut } from '#contract/contacts/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LANGUAGE_NAMES } from '#web/lib/format/language.ts';
import { SideDrawer } from '#web/ui/layout/SideDrawer.tsx';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { useHowAdded, useHowLifted, useOptOutName } from './use-opt-out-columns.tsx';

type Props = { entry: OptOut | null; onClose: () => void };

/** The whole history of one entry: who added it and why, until when, who took it off. */
export function OptOutDrawer({ entry, onClose }: Props) {
  const t = useTexts();
  const nameOf = useOptOutName();
  return (
    <SideDrawer
      isOpen={entry !== null}
      title={entry ? nameOf(entry) : ''}
      closeLabel={t('contacts:close')}
      onClose={onClose}
    >
      {entry && <Details entry={entry} />}
    </SideDrawer>
  );
}

function Details({ entry }: { entry: OptOut }) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useChannelNames();
  const howAdded = useHowAdded();
  const howLifted = useHowLifted();
  const { scope, channelId, channelTitle, note, createdAt, endsAt, liftedAt, pageLanguage, contactId } = entry;
  const until = endsAt ? format.dateTime(endsAt) : t('contacts:period.forever');
  const rows: [string, string][] = [
    [
      t('contacts:what'),
      [t(`contacts:scope.${scope}`), channelTitle && nameOf({ id: channelId, title: channelTitle })]
        .filter(Boolean)
        .join(' · '),
    ],
    [t('contacts:how'), howAdded(entry)],
    [t('contacts:when'), format.dateTime(createdAt)],
    ...(note ? [[t('contacts:note'), note] satisfies [string, string]] : []),
    [t('contacts:until'), until],
    ...(liftedAt
      ? [[t('contacts:lifted_title'), `${format.dateTime(liftedAt)} · ${howLifted(entry)}`] satisfies [string, string]]
      : []),
    [t('contacts:page_language'), LANGUAGE_NAMES[pageLanguage]],
  ];
  return (
    <Stack component="dl" gap="md" m={0}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0}>
            {value}
          </Text>
        </div>
      ))}
      {contactId && (
        <Link to="/contacts/$contactId" params={{ contactId }}>
          {t('contacts:to_contact')}
        </Link>
      )}
    </Stack>
  );
}
