import { Skeleton, Text, Title } from '@mantine/core';
import type { AdminUser } from '#contract/admin/calls.ts';
import type { UserAccounts } from '#contract/admin/people.ts';
import { useUserAccounts } from '#web/admin/use-admin.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Facts } from '#web/ui/lists/Facts.tsx';

/** Channels and connections of the cabinet, kind by kind. */
export function Accounts({ userId }: { userId: AdminUser['id'] }) {
  const t = useTexts();
  const accounts = useUserAccounts(userId);
  const kinds = accounts.data ? linesOf(accounts.data).filter(({ lines }) => lines.length > 0) : [];
  return (
    <section aria-label={t('admin:accounts.title')}>
      <Title order={2} mb="sm">
        {t('admin:accounts.title')}
      </Title>
      {accounts.isPending && <Skeleton height={80} />}
      {accounts.error && <Failure error={accounts.error} onRetry={accounts.refetch} />}
      {accounts.data && kinds.length === 0 && <Text c="dimmed">{t('admin:accounts.none')}</Text>}
      <Facts
        facts={kinds.map(({ kind, lines }) => ({
          label: t(`admin:accounts.${kind}`),
          value: lines.map((line, at) => <div key={at}>{line}</div>),
        }))}
      />
    </section>
  );
}

function linesOf(accounts: UserAccounts) {
  const plain = (rows: readonly { title: string; status: string }[]) =>
    rows.map((row) => `${row.title} · ${row.status}`);
  return [
    {
      kind: 'chatApiAccounts',
      lines: accounts.chatApiAccounts.map(({ title, phone, status }) =>
        [title, phone, status].filter(Boolean).join(' · '),
      ),
    },
    {
      kind: 'yclientsCompanies',
      lines: accounts.yclientsCompanies.map(({ companyName, city, status }) =>
        [companyName, city, status].filter(Boolean).join(' · '),
      ),
    },
    { kind: 'telegramAccounts', lines: plain(accounts.telegramAccounts) },
    { kind: 'iikoAccounts', lines: plain(accounts.iikoAccounts) },
    { kind: 'iikoOrganizations', lines: accounts.iikoOrganizations.map(({ title }) => title) },
    { kind: 'sigmaAccounts', lines: plain(accounts.sigmaAccounts) },
    { kind: 'twilioAccounts', lines: plain(accounts.twilioAccounts) },
    { kind: 'chatwootAccounts', lines: plain(accounts.chatwootAccounts) },
    { kind: 'amoAccounts', lines: plain(accounts.amoAccounts) },
    { kind: 'medFlexLpus', lines: accounts.medFlexLpus.map(({ name }) => name) },
  ] as const;
}
