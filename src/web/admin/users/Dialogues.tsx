import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin/calls.ts';
import { MAX_GRANTED_DIALOGUES } from '#contract/admin/values.ts';
import { useDollars } from '#web/assistants/use-models.ts';
import { useGrantDialogues, useGrants } from '#web/admin/use-admin.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

const USUAL = 100;

/** Gives dialogues of assistants to the cabinet, and lists those that were given. */
export function Dialogues({ userId }: { userId: AdminUser['id'] }) {
  const t = useTexts();
  const format = useFormat();
  const dollars = useDollars();
  const grants = useGrants(userId);
  const give = useGrantDialogues(userId);
  const [count, setCount] = useState(USUAL);
  const submit = () =>
    give.mutate(
      { count, date: new Date(productNow()).toISOString().slice(0, 10) },
      {
        onSuccess: () => toast.success({ title: t('admin:saved') }),
        onError: (error) => toast.error({ title: problemText(error, t) }),
      },
    );
  return (
    <section aria-label={t('admin:dialogues.title')}>
      <Title order={2}>{t('admin:dialogues.title')}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('admin:dialogues.lead')}
      </Text>
      <Group align="flex-end">
        <NumberField
          label={t('admin:dialogues.count')}
          value={count}
          min={1}
          max={MAX_GRANTED_DIALOGUES}
          onChange={setCount}
        />
        <Button variant="light" loading={give.isPending} onClick={submit}>
          {t('admin:dialogues.give')}
        </Button>
      </Group>
      {grants.error && <Failure error={grants.error} onRetry={grants.refetch} />}
      {grants.data?.map((grant) => (
        <Text key={grant.id} size="sm" mt="xs">
          {t('admin:dialogues.given', {
            count: grant.count,
            date: format.date(grant.at),
            sum: dollars(grant.amountMicroUsd),
          })}
        </Text>
      ))}
    </section>
  );
}
