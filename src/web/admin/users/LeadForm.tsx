import { Button, Group, Select, Skeleton, Title } from '@mantine/core';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { LeadInfo, Manager } from '#contract/admin/people.ts';
import { useLeadInfo, useManagers, useSaveLeadInfo } from '#web/admin/use-admin.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';

type Props = { userId: AdminUser['id'] };

/** The managers of the cabinet. */
export function LeadForm({ userId }: Props) {
  const t = useTexts();
  const info = useLeadInfo(userId);
  const managers = useManagers();
  return (
    <section aria-label={t('admin:lead.title')}>
      <Title order={2} mb="sm">
        {t('admin:lead.title')}
      </Title>
      {(info.isPending || managers.isPending) && <Skeleton height={80} />}
      {info.error && <Failure error={info.error} onRetry={info.refetch} />}
      {info.data && managers.data && (
        <Fields key={JSON.stringify(info.data)} userId={userId} saved={info.data} managers={managers.data} />
      )}
    </section>
  );
}

function Fields({ userId, saved, managers }: Props & { saved: LeadInfo; managers: readonly Manager[] }) {
  const t = useTexts();
  const save = useSaveLeadInfo(userId);
  const [info, setInfo] = useState(saved);
  const select = (name: keyof LeadInfo) => ({
    label: t(`admin:lead.${name}`),
    placeholder: t('admin:lead.none'),
    clearable: true,
    value: info[name],
    data: managers
      .filter(({ id, isFired }) => !isFired || id === info[name])
      .map(({ id, name: label, isFired }) => ({
        value: id,
        label: isFired ? t('admin:lead.fired', { name: label }) : label,
      })),
    onChange: (value: string | null) =>
      setInfo({ ...info, [name]: managers.find(({ id }) => id === value)?.id ?? null }),
  });
  return (
    <Group align="flex-end">
      <Select {...select('firstLineManagerId')} />
      <Select {...select('secondLineManagerId')} />
      <Button
        variant="light"
        loading={save.isPending}
        onClick={() =>
          save.mutate(info, {
            onSuccess: () => toast.success({ title: t('admin:saved') }),
            onError: (error) => toast.error({ title: problemText(error, t) }),
          })
        }
      >
        {t('admin:save')}
      </Button>
    </Group>
  );
}
