import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { quickStartPath } from '#contract/brands/brands.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { callPublic } from '#web/lib/api/api.ts';
import { viewerTimeZone } from '#web/lib/format/locale-format.ts';
import { currentLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { safeReturnPath } from '#web/lib/pages/page-access.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { signIn } from '#web/lib/api/session.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { SecondStep } from './SecondStep.tsx';
import { ticketIn } from './second-step.ts';
import { takeGoogleAnswer } from './google.ts';
import { Pending } from './Pending.tsx';

/** Route: /account/google/callback; the ID token is in the fragment, which no server sees. */
export function GoogleCallbackPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const [returnTo, setReturnTo] = useState('/');
  const { mutate, error, data } = useMutation({
    mutationFn: async () => {
      const answer = takeGoogleAnswer(location.hash);
      if (!answer) return 'denied' as const;
      const { idToken, attempt } = answer;
      setReturnTo(safeReturnPath(attempt.returnTo));
      const { isNewUser, ...tokens } = await callPublic('POST /api/v1/Account/ExternalLoginCallback', {
        body: {
          provider: 'Google',
          idToken,
          nonce: attempt.nonce,
          clientHost: location.origin,
          utmTag: attempt.utmTag,
          language: currentLanguage(),
          timeZone: viewerTimeZone(),
        },
      });
      await signIn(tokens);
      await navigate({
        to: isNewUser ? (quickStartPath(brand) ?? '/') : safeReturnPath(attempt.returnTo),
        replace: true,
      });
      return 'done' as const;
    },
  });
  useEffect(() => mutate(), [mutate]);

  const ticket = ticketIn(error);
  if (ticket !== undefined) {
    return (
      <AuthFrame title={t('auth:second_step.heading')}>
        <SecondStep
          ticket={ticket}
          onDone={() => navigate({ to: returnTo, replace: true })}
          onBack={() => void navigate({ to: '/account/login' })}
        />
      </AuthFrame>
    );
  }
  if (error || data === 'denied') {
    return (
      <FullPage>
        <EmptyState
          icon={<IconBrandGoogle size={40} stroke={1.5} />}
          title={t('auth:google_callback.failed')}
          text={error ? problemText(error, t) : t('auth:google_callback.denied')}
          action={
            <Button component={Link} to="/account/login">
              {t('auth:back_to_login')}
            </Button>
          }
        />
      </FullPage>
    );
  }
  return <Pending text={t('auth:google_callback.pending')} />;
}
