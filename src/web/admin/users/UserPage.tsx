import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AdminUser } from '#contract/admin/calls.ts';
import { useUser } from '#web/admin/use-admin.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { Pays } from '#web/admin/pays/Pays.tsx';
import { SupportEntry } from '#web/admin/support/SupportEntry.tsx';
import { Accounts } from './Accounts.tsx';
import { Dialogues } from './Dialogues.tsx';
import { Invoices } from './Invoices.tsx';
import { LeadForm } from './LeadForm.tsx';
import { UserForm } from './UserForm.tsx';

/** Route: /admin/users/{userId} */
export function UserPage() {
  return <UserView userId={usePathId<AdminUser['id']>('userId')} />;
}

/** A person with what an operator may set, the managers, the accounts, the given dialogues and the invoices of the cabinet. */
export function UserView({ userId }: { userId: AdminUser['id'] }) {
  const t = useTexts();
  const user = useUser(userId);
  usePageName(user.data?.email);
  if (user.isPending) {
    return (
      <Loading>
        <PageHead backTo="/admin/users" title={t('admin:user.title')} />
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!user.data) return <Failure error={user.error} onRetry={user.refetch} />;
  const { email, fullName } = user.data;
  return (
    <>
      <PageHead
        backTo="/admin/users"
        title={email}
        state={fullName}
        action={
          <Group gap="xs">
            <Button
              renderRoot={(props) => <Link to="/admin/users/$userId/diagnostics" params={{ userId }} {...props} />}
            >
              {t('admin:diagnosis.title')}
            </Button>
            <SupportEntry userId={userId} email={email} />
          </Group>
        }
      />
      <Stack gap="xl" maw={720}>
        <UserForm key={JSON.stringify(user.data)} user={user.data} />
        <Pays userId={userId} />
        <LeadForm userId={userId} />
        <Accounts userId={userId} />
        <Dialogues userId={userId} />
        <Invoices userId={userId} />
      </Stack>
    </>
  );
}
