import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconMailX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { openInvitation } from '#contract/auth/members.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { NewPassword } from '#web/auth/registration/NewPassword.tsx';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { reasonOfRepeat } from '#web/auth/field-reasons.ts';
import { callPublic } from '#web/lib/api/api.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { textIn } from '#web/lib/api/known.ts';
import { signIn, useSession } from '#web/lib/api/session.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { viewerTimeZone } from '#web/lib/format/locale-format.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';

/** Route: /account/invitation, opened from the letter with the `code` in the address. */
export function InvitationPage() {
  const { code = '' } = usePageSearch((given) => ({ code: textIn(given['code']) }));
  const [isOver, setOver] = useState(false);
  const invitation = useQuery({
    queryKey: ['auth', 'invitation', code],
    queryFn: () => callPublic('POST /api/v1/Account/Invitation/Open', { body: { code } }),
    retry: false,
    staleTime: Infinity,
  });
  if (isOver || code === '' || isRefused(invitation.error, 'auth.code_invalid')) return <Over />;
  if (invitation.error) {
    return (
      <FullPage>
        <Failure error={invitation.error} onRetry={invitation.refetch} />
      </FullPage>
    );
  }
  if (!invitation.data) {
    return (
      <FullPage>
        <Loading />
      </FullPage>
    );
  }
  return <AcceptForm code={code} invitation={invitation.data} onOver={() => setOver(true)} />;
}

function Over() {
  const t = useTexts();
  return (
    <FullPage>
      <EmptyState
        icon={<IconMailX size={40} stroke={1.5} />}
        title={t('members:invitation.over')}
        text={t('members:invitation.over_text')}
        action={
          <Button component={Link} to="/account/login">
            {t('members:invitation.log_in')}
          </Button>
        }
      />
    </FullPage>
  );
}

type FormProps = { code: string; invitation: ReplyOf<typeof openInvitation>; onOver: () => void };

function AcceptForm({ code, invitation, onOver }: FormProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const session = useSession();
  const { tenantName: business, email, invitedBy: inviter, role } = invitation;
  const { formProps, field, isBusy, failure } = useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/members.ts')).acceptInvitation.body,
    initial: { fullName: '', password: '', confirmPassword: '' },
    asBody: (values) => ({ code, ...values }),
    check: ({ password, confirmPassword }) => ({ confirmPassword: reasonOfRepeat(password, confirmPassword) }),
    submit: async ({ fullName, password }) => {
      try {
        const body = { code, fullName, password, timeZone: viewerTimeZone() };
        await signIn(await callPublic('POST /api/v1/Account/Invitation/Accept', { body }));
      } catch (error) {
        if (isRefused(error, 'auth.code_invalid')) onOver();
        throw error;
      }
      await navigate({ to: '/' });
    },
  });
  return (
    <AuthFrame
      title={t('members:invitation.heading', { business })}
      state={t('members:invitation.state', { inviter, role: t(`members:role.${role}`) })}
    >
      <form {...formProps}>
        <Stack>
          {session.isAuthenticated && (
            <Alert color="attention">
              {t('members:invitation.log_out_first', { email: session.currentUserEmail })}
            </Alert>
          )}
          <Text style={{ overflowWrap: 'anywhere' }}>{t('members:invitation.as', { email })}</Text>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <TextInput label={t('members:invitation.name')} autoComplete="name" {...field('fullName')} />
          <NewPassword password={field('password')} repeat={field('confirmPassword')} />
          <FormFailure error={failure} />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('members:invitation.submit')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  );
}
