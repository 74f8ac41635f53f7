import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DEMO_PEOPLE, type DemoPart } from '#contract/auth/values.ts';
import type { RouteVariant } from '#contract/brands/brands.ts';
import { callPublic } from '#web/lib/api/api.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { signIn } from '#web/lib/api/session.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { FullPage } from '#web/ui/layout/FullPage.tsx';
import { DemoProgress } from './DemoProgress.tsx';
import { Pending } from './Pending.tsx';

/** The screen that shows what a domain is for, where that is not its home. */
const FIRST_SCREENS: Readonly<Partial<Record<RouteVariant, string>>> = {
  distributions_first: '/distributions',
};

/** While the demo of a language is being made, it is requested this often. */
const RETRY_MS = 1_500;

class DemoIsPreparing extends Error {
  readonly part: DemoPart;

  constructor(part: DemoPart) {
    super();
    this.part = part;
  }
}

/** Route: /demo, or `/demo?as=staff` for another of the demo's people. It has the language of the page. */
export function DemoPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const search = usePageSearch(({ as }) => ({ as: wordIn(DEMO_PEOPLE, as) }));
  const language = useLanguage();
  const { mutate, error, failureReason } = useMutation({
    mutationFn: async () => {
      const reply = await callPublic('POST /api/v1/account/demo', { body: { ...search, language } });
      if ('isPreparing' in reply) throw new DemoIsPreparing(reply.part);
      return signIn(reply);
    },
    retry: (_count, reason) => reason instanceof DemoIsPreparing,
    retryDelay: RETRY_MS,
    onSuccess: () => navigate({ to: FIRST_SCREENS[brand.variant] ?? '/', replace: true }),
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
  if (failureReason instanceof DemoIsPreparing) return <DemoProgress part={failureReason.part} />;
  return <Pending text={t('auth:demo.entering')} />;
}
