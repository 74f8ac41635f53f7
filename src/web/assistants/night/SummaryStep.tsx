import { List, Text, TextInput } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { StepFields } from './NightBotForm.tsx';

/** The number for the summary in the morning, and what the bot will do. */
export function SummaryStep({ values, change, errorOf, draft }: StepFields) {
  const t = useTexts();
  const { branchId, bookingLink, channelId, notifyPhone } = values;
  const channel = draft.channels.find(({ id }) => id === channelId)?.title ?? '';
  const books = draft.branches.some(({ id, takesBookings }) => takesBookings && (!branchId || id === branchId));
  const byLink = bookingLink ? 'assistants:night.recap.link' : 'assistants:night.recap.no_booking';
  return (
    <>
      <TextInput
        type="tel"
        label={t('assistants:night.phone')}
        description={t('assistants:night.phone_help')}
        placeholder="+79990000000"
        value={notifyPhone}
        error={errorOf('notifyPhone')}
        aria-invalid={errorOf('notifyPhone') ? true : undefined}
        onChange={({ currentTarget }) => change({ notifyPhone: currentTarget.value.replaceAll(/[\s()-]/g, '') })}
      />
      <div>
        <Text fw={550}>{t('assistants:night.recap.title')}</Text>
        <List size="sm" mt={4} spacing={4}>
          <List.Item>{t('assistants:night.recap.where', { channel, name: values.botName })}</List.Item>
          <List.Item>{t('assistants:night.recap.when')}</List.Item>
          <List.Item>{t(books ? 'assistants:night.recap.books' : byLink)}</List.Item>
          <List.Item>{t('assistants:night.recap.person')}</List.Item>
        </List>
        <Text size="sm" c="dimmed" mt="xs">
          {t('assistants:night.recap.draft')}
        </Text>
      </div>
    </>
  );
}
