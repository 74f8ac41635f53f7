import { Skeleton, Stack } from '@mantine/core';
import type { AdminUser } from '#contract/admin/calls.ts';
import { useUser } from '#web/admin/use-admin.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SupportEntry } from '#web/admin/support/SupportEntry.tsx';
import { Accounts } from './Accounts.tsx';
import { Dialogues } from './Dialogues.tsx';
import { LeadForm } from './LeadForm.tsx';
import { UserForm } from './UserForm.tsx';

/** Route: /admin/users/{userId} */
export function UserPage() {
  return <UserView userId={usePathId<AdminUser['id']>('userId')} />;
}

/** A person with what an operator may set, the managers, the accounts and the given dialogues of the cabinet. */
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
        action={<SupportEntry userId={userId} email={email} />}
      />
      <Stack gap="xl" maw={720}>
        <UserForm key={JSON.stringify(user.data)} user={user.data} />
        <LeadForm userId={userId} />
        <Accounts userId={userId} />
        <Dialogues userId={userId} />
      </Stack>
    </>
  );
}
