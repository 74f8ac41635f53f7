import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import {
  useChangeManager,
  useCreateManager,
  useCreatePayDestination,
  useManagers,
  usePayDestinations,
} from '#web/admin/use-admin.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';

/** Route: /admin/managers */
export function PeoplePage() {
  const t = useTexts();
  return (
    <>
      <PageHead backTo="/admin/users" title={t('admin:people.title')} />
      <Stack gap="xl" maw={720}>
        <Managers />
        <Destinations />
      </Stack>
    </>
  );
}

function Managers() {
  const t = useTexts();
  const managers = useManagers();
  const create = useCreateManager();
  const change = useChangeManager();
  return (
    <section aria-label={t('admin:people.managers')}>
      <Title order={2} mb="sm">
        {t('admin:people.managers')}
      </Title>
      {managers.isPending && <Skeleton height={80} />}
      {managers.error && <Failure error={managers.error} onRetry={managers.refetch} />}
      {managers.data?.map(({ id, name, isFired }) => (
        <Group key={id} justify="space-between" mb="xs">
          <Text c={isFired ? 'dimmed' : undefined}>{isFired ? t('admin:lead.fired', { name }) : name}</Text>
          <Button
            variant="default"
            size="compact-sm"
            disabled={change.isPending}
            onClick={() =>
              change.mutate(
                { id, isFired: !isFired },
                { onError: (error) => toast.error({ title: problemText(error, t) }) },
              )
            }
          >
            {t(isFired ? 'admin:people.returned' : 'admin:people.left')}
          </Button>
        </Group>
      ))}
      <NameForm label={t('admin:people.manager')} submit={create} />
    </section>
  );
}

function Destinations() {
  const t = useTexts();
  const destinations = usePayDestinations();
  const create = useCreatePayDestination();
  return (
    <section aria-label={t('admin:people.destinations')}>
      <Title order={2}>{t('admin:people.destinations')}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('admin:people.destinations_lead')}
      </Text>
      {destinations.isPending && <Skeleton height={80} />}
      {destinations.error && <Failure error={destinations.error} onRetry={destinations.refetch} />}
      {destinations.data?.map(({ id, name }) => (
        <Text key={id} mb="xs">
          {name}
        </Text>
      ))}
      <NameForm label={t('admin:people.destination')} submit={create} />
    </section>
  );
}

type FormProps = {
  label: string;
  submit: { mutateAsync: (name: string) => Promise<unknown>; isPending: boolean };
};

function NameForm({ label, submit }: FormProps) {
  const t = useTexts();
  const [name, setName] = useState('');
  const add = async () => {
    try {
      await submit.mutateAsync(name.trim());
      setName('');
    } catch (error) {
      toast.error({ title: problemText(error, t) });
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !submit.isPending) void add();
      }}
    >
      <Group align="flex-end" mt="sm">
        <TextInput
          flex={1}
          label={label}
          maxLength={120}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="light" loading={submit.isPending}>
          {t('admin:people.add')}
        </Button>
      </Group>
    </form>
  );
}
