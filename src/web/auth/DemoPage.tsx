import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DEMO_PEOPLE } from '#contract/values.ts';
import { callPublic } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { signIn } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { FullPage } from '#web/ui/FullPage.tsx';
import { Pending } from './Pending.tsx';

/** Route: /demo, or `/demo?as=staff` for another of the demo's people. */
export function DemoPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const search: { as?: unknown } = useSearch({ strict: false });
  const { mutate, error } = useMutation({
    mutationFn: async () =>
      signIn(await callPublic('POST /api/v1/account/demo', { body: { as: wordIn(DEMO_PEOPLE, search.as) } })),
    onSuccess: () => navigate({ to: '/', replace: true }),
  });
  useEffect(() => mutate(), [mutate]);

  if (isRefused(error, 'request.not_found')) {
    return (
      <FullPage>
        <EmptyState
          title={t('auth:demo.none')}
          text={t('auth:tagline')}
          action={
            <Button component={Link} to="/account/register">
              {t('auth:register.heading')}
            </Button>
          }
        >
          <Anchor component={Link} to="/account/login">
            {t('auth:back_to_login')}
          </Anchor>
        </EmptyState>
      </FullPage>
    );
  }
  if (error) {
    return (
      <FullPage>
        <Failure error={error} onRetry={() => mutate()} />
      </FullPage>
    );
  }
  return <Pending text={t('auth:demo.entering')} />;
}
