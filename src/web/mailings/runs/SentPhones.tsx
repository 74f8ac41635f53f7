import { Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MessageTrace } from '#contract/delivery/calls.ts';
import type { Mailing } from '#contract/mailings/calls.ts';
import type { MailingPerson } from '#contract/mailings/results.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useChannelNames } from '#web/channels/use-channel-names.ts';
import { useMessageTrace } from '#web/delivery/use-message-log.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useMailingPeople } from '#web/mailings/results/use-mailing-results.ts';
import texts from '#web/texts/content.module.css';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ClientSwitch } from '#web/ui/layout/ClientSwitch.tsx';
import { PhonePreview } from '#web/ui/preview/PhonePreview.tsx';

const SHOWN_PEOPLE = 10;
const BUTTON_TYPES = ['answer', 'url', 'call'] as const;

/** The messages of a mailing as they were sent, on the phones of those who got them last. */
export function SentPhones({ mailing }: { mailing: Mailing }) {
  const people = useMailingPeople(mailing.id, { outcome: 'sent' });
  const [index, setIndex] = useState(0);
  const formatPhone = useFormatPhone();
  const t = useTexts();
  if (people.isError && !people.data) return <Failure error={people.error} onRetry={people.refetch} />;
  if (!people.data) return <Skeleton height={520} />;
  const shownPeople = people.data.slice(0, SHOWN_PEOPLE);
  const person = shownPeople[index] ?? shownPeople[0];
  if (!person?.messageId) return null;
  const { contactName, phone } = person;
  return (
    <Stack gap="sm">
      <ClientSwitch
        name={contactName || (phone ? formatPhone(phone) : t('mailings:who.nameless'))}
        index={shownPeople.indexOf(person)}
        count={shownPeople.length}
        onChange={setIndex}
      />
      <SentMessage key={person.messageId} messageId={person.messageId} person={person} />
    </Stack>
  );
}

function SentMessage({ messageId, person }: { messageId: string; person: MailingPerson }) {
  const t = useTexts();
  const format = useFormat();
  const nameOf = useChannelNames();
  const trace = useMessageTrace(messageId);
  if (trace.isError && !trace.data) return <Failure error={trace.error} onRetry={trace.refetch} />;
  if (!trace.data) return <Skeleton height={520} />;
  const { templateName, timeZone } = trace.data.entry;
  const channel = person.channelTitle && nameOf({ id: person.channelId, title: person.channelTitle });
  const when = person.at && t('mailings:record.sent_at', { when: format.dateTime(person.at, timeZone) });
  return (
    <>
      {templateName && (
        <Text size="sm" c="dimmed" ta="center">
          {t('mailings:record.template', { name: templateName })}
        </Text>
      )}
      <div className={texts.phone}>
        <SentPhone trace={trace.data} at={person.at} />
      </div>
      <Text size="sm" c="dimmed" ta="center">
        {[when, channel].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** @param at when it was sent, by the provider */
function SentPhone({ trace, at }: { trace: MessageTrace; at: string | null }) {
  const format = useFormat();
  const session = useSession();
  const { entry, imageUrl, file, buttons } = trace;
  const time = format.time(at ?? entry.at, entry.timeZone);
  return (
    <PhonePreview
      skin={entry.channelKind === null ? 'sms' : CHANNEL_APPEARANCES[entry.channelKind].skin}
      sender={{ name: session.isAuthenticated ? session.user.tenantName : '', isVerified: true }}
      day={format.date(at ?? entry.at)}
      clock={time}
      messages={[
        {
          key: entry.id,
          side: 'business',
          text: [{ text: entry.body }],
          image: imageUrl ? { url: imageUrl, alt: '' } : undefined,
          file: file ? { name: file.name, size: (file.name.split('.').at(-1) ?? '').toUpperCase() } : undefined,
          time,
          buttons: buttons.map(({ type, title }, nth) => ({
            key: String(nth),
            title,
            kind: wordIn(BUTTON_TYPES, type) ?? 'answer',
          })),
        },
      ]}
    />
  );
}
