import { Anchor } from '@mantine/core';
import { useState } from 'react';
import type { MarketplaceKind, MarketplacePerson } from '#contract/connections/marketplace.ts';
import { AuthFrame } from '#web/auth/sign-in/AuthFrame.tsx';
import { GoogleButton } from '#web/auth/sign-in/GoogleButton.tsx';
import { LoginSteps } from '#web/auth/sign-in/LoginSteps.tsx';
import { RegisterForm } from '#web/auth/registration/RegisterForm.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { VENDOR_NAMES } from './vendors.ts';

type Props = {
  kind: MarketplaceKind;
  /** The person in the vendor's signed data; null where there is none. */
  person: MarketplacePerson | null;
  isSignInFirst: boolean;
  /** Called when a new cabinet was created for these branches. */
  onRegistered: () => Promise<void>;
};

/** Registers a visitor in one step, or signs them in to an existing cabinet. */
export function EnterFromMarketplace({ kind, person, isSignInFirst, onRegistered }: Props) {
  const t = useTexts();
  const [email, setEmail] = useState(person?.email ?? null);
  const [isSigningIn, setSigningIn] = useState(isSignInFirst);
  const vendor = VENDOR_NAMES[kind];
  const returnTo = location.pathname + location.search;
  const toSignIn = (typed: string | null) => {
    setEmail(typed);
    setSigningIn(true);
  };

  if (isSigningIn)
    return (
      <AuthFrame
        title={t('connections:marketplace.sign_in')}
        state={t('connections:marketplace.sign_in_state', { vendor })}
        footer={
          <>
            {t('auth:login.no_account')}{' '}
            <Anchor component="button" type="button" inherit underline="always" onClick={() => setSigningIn(false)}>
              {t('auth:login.register')}
            </Anchor>
          </>
        }
      >
        <LoginSteps email={email} onDone={async () => undefined}>
          <GoogleButton returnTo={returnTo} />
        </LoginSteps>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={t('connections:marketplace.register', { vendor })}
      state={t('connections:marketplace.register_state')}
      footer={
        <>
          {t('auth:register.have_account')}{' '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => toSignIn(email)}>
            {t('auth:register.login')}
          </Anchor>
        </>
      }
    >
      <RegisterForm
        hasName
        known={{ fullName: person?.name, email: person?.email, phone: person?.phone }}
        draftKey={`register.${kind}`}
        utmTag={`utm_source=${kind}&utm_medium=marketplace`}
        submit={t('connections:marketplace.register_submit')}
        existing={(typed) => (
          <Anchor component="button" type="button" inherit underline="always" onClick={() => toSignIn(typed)}>
            {t('auth:exists_action')}
          </Anchor>
        )}
        onDone={onRegistered}
      />
      <GoogleButton returnTo={returnTo} />
    </AuthFrame>
  );
}
