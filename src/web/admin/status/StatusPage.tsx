import { Button, Card, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { CompanyStatus } from '#contract/admin/clients.ts';
import { useCompanies } from '#web/admin/clients/use-clients.ts';
import { BranchHealth } from '#web/connections/branches/BranchHealth.tsx';
import { isLoginLost, troubleWords } from '#web/connections/trouble-words.ts';
import { textIn } from '#web/lib/api/known.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';

/** Route: /admin/status/{companyId} */
export function StatusPage() {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: `/admin/status/${encodeURIComponent(id)}` });
  return <StatusView companyId={textIn(params['companyId']) ?? ''} onSearch={open} />;
}

type Props = { companyId: string; onSearch: (companyId: string) => void };

/** A branch by its number, in each cabinet that has it. */
export function StatusView({ companyId, onSearch }: Props) {
  const t = useTexts();
  const companies = useCompanies(companyId);
  return (
    <>
      <PageHead backTo="/admin/users" title={t('admin:status.title')} state={t('admin:status.lead')} />
      <SearchForm key={companyId} companyId={companyId} onSearch={onSearch} />
      {companyId !== '' && companies.isPending && <Skeleton height={240} />}
      {companies.error && <Failure error={companies.error} onRetry={companies.refetch} />}
      {companies.data?.companies.length === 0 && <EmptyState text={t('admin:status.unknown', { id: companyId })} />}
      <Stack gap="md">
        {companies.data?.companies.map((company) => (
          <Company key={company.branch.id} company={company} />
        ))}
      </Stack>
    </>
  );
}

function SearchForm({ companyId, onSearch }: Props) {
  const t = useTexts();
  const [typed, setTyped] = useState(companyId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onSearch(typed.trim());
      }}
    >
      <Group align="flex-end" mb="lg" maw={520}>
        <TextInput
          flex={1}
          label={t('admin:status.number')}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit">{t('admin:status.find')}</Button>
      </Group>
    </form>
  );
}

function Company({ company }: { company: CompanyStatus }) {
  const t = useTexts();
  const format = useFormat();
  const phoneOf = useFormatPhone();
  const { branch, connection, today, userId, email, phone, fullName, cabinetName } = company;
  const { kind, trouble, troubleText } = connection;
  const words = trouble && troubleWords(t, kind, trouble);
  return (
    <Card component="section" aria-label={branch.title}>
      <Title order={2} size="h4">
        {branch.title}
      </Title>
      <Text c="dimmed">
        {[t(`app:menu.${kind}`), branch.externalId, branch.city, branch.timeZone].filter(Boolean).join(' · ')}
      </Text>
      <Text mt="xs">{[cabinetName, email, fullName, phone && phoneOf(phone)].filter(Boolean).join(' · ')}</Text>
      <BranchHealth branch={branch} kind={kind} isLost={isLoginLost({ trouble })} />
      {words && (
        <TroubleAlert tone={connection.state === 'broken' ? 'bad' : 'attention'} title={words.title} note={troubleText}>
          {words.todo}
        </TroubleAlert>
      )}
      {branch.missingRights.length > 0 && (
        <TroubleAlert tone="attention" title={t('admin:status.rights')}>
          {branch.missingRights.map((right) => t(`connections:right.${right}`)).join(', ')}
        </TroubleAlert>
      )}
      {branch.syncError && (
        <TroubleAlert tone="bad" title={t('admin:status.sync_error')}>
          {branch.syncError}
        </TroubleAlert>
      )}
      <Facts
        facts={[
          { label: t('admin:status.webhooks'), value: format.number(branch.webhooksCount) },
          {
            label: t('admin:status.last_event'),
            value: branch.lastEventAt ? format.near(branch.lastEventAt, branch.timeZone) : t('admin:diagnosis.never'),
          },
          {
            label: t('admin:status.read_until'),
            value: branch.changedUntil ? format.near(branch.changedUntil, branch.timeZone) : t('admin:diagnosis.never'),
          },
          { label: t('admin:status.masters'), value: format.number(branch.activeMastersCount) },
          { label: t('admin:status.visits'), value: format.number(today.visits) },
          { label: t('admin:status.sent'), value: format.number(today.sent) },
          { label: t('admin:status.not_sent'), value: format.number(today.notSent) },
        ]}
      />
      <Group gap="xs" mt="sm">
        <Button renderRoot={(props) => <Link to="/admin/users/$userId/diagnostics" params={{ userId }} {...props} />}>
          {t('admin:diagnosis.title')}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId }} {...props} />}
        >
          {t('admin:diagnosis.open_user')}
        </Button>
      </Group>
    </Card>
  );
}
