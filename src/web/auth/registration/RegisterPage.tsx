import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { quickStartPath } from '#contract/brands/brands.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn } from '#web/lib/api/known.ts';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { GoogleButton } from '#web/auth/sign-in/GoogleButton.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useGoOn } from '#web/auth/sign-in/use-go-on.ts';

/** Route: /account/register */
export function RegisterPage() {
  const t = useTexts();
  const goOn = useGoOn(quickStartPath(brand) ?? '/');
  const search = usePageSearch(({ email }) => ({ email: textIn(email) }));
  return (
    <AuthFrame
      title={t('auth:register.heading')}
      state={t('auth:register.state')}
      footer={
        <>
          {t('auth:register.have_account')}{' '}
          <Anchor component={Link} to="/account/login" inherit underline="always">
            {t('auth:register.login')}
          </Anchor>
        </>
      }
    >
      <RegisterForm
        known={search}
        existing={(email) => (
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link {...props} to="/account/login" search={{ email }} />}
          >
            {t('auth:exists_action')}
          </Anchor>
        )}
        onDone={goOn}
      />
      <GoogleButton />
    </AuthFrame>
  );
}
