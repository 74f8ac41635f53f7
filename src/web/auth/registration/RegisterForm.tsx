import { Anchor, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { COUNTRY_IDS, countryCode, RUSSIA_ID } from '#contract/brands/countries.ts';
import { callPublic } from '#web/lib/api/api.ts';
import { brand } from '#web/lib/pages/brand.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { viewerTimeZone } from '#web/lib/format/locale-format.ts';
import { FormFailure } from '#web/lib/forms/FormFailure.tsx';
import { currentLanguage, useTexts } from '#web/lib/format/i18n.ts';
import { formatTypedPhone } from '#web/lib/format/phone.ts';
import { RichText } from '#web/lib/format/rich-text.tsx';
import { signIn } from '#web/lib/api/session.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { CountryField } from './CountryField.tsx';
import { utmTagOf } from '#web/auth/sign-in/google.ts';
import { NewPassword } from './NewPassword.tsx';
import { reasonOfPhone, reasonOfRepeat } from '#web/auth/field-reasons.ts';

type Props = {
  /** Values to begin with, where they are known. */
  known?: { fullName?: string | null; email?: string | null; phone?: string | null };
  /** Whether the form has a field for the name. */
  hasName?: boolean;
  /** Key of the draft, which survives a closed page. */
  draftKey?: string;
  /** Campaign, where the address names none. */
  utmTag?: string;
  /** Label of the button. */
  submit?: string;
  /** Action offered when the e-mail has a cabinet already. */
  existing: (email: string) => ReactNode;
  /** Called once the owner is registered and signed in; the button works until it resolves. */
  onDone: () => Promise<void>;
};

/** The form that creates a cabinet and signs its owner in. */
export function RegisterForm({ hasName = false, existing, submit, ...rest }: Props) {
  const t = useTexts();
  // NOTE: drawn after the rest, as the names of all countries take a slow telephone long enough
  const isCountryDrawn = useDeferredValue(true, false);
  const { form, formProps, field, isBusy, failure } = useRegistration(rest);
  const { email, countryId } = form.values;

  async function tidy(): Promise<void> {
    const typed = form.getValues().phone;
    const tidied = await formatTypedPhone(typed, countryCode(Number(countryId)));
    if (form.getValues().phone === typed && tidied !== typed) form.setFieldValue('phone', tidied);
  }
  const phone = field('phone');

  return (
    <form {...formProps}>
      <Stack>
        {hasName && <TextInput label={t('auth:register.name')} autoComplete="name" {...field('fullName')} />}
        <TextInput label={t('auth:email')} type="email" autoComplete="email" {...field('email')} />
        {brand.features.countryAtRegistration &&
          (isCountryDrawn ? (
            <CountryField {...field('countryId')} />
          ) : (
            <TextInput label={t('auth:country')} readOnly />
          ))}
        <TextInput
          label={t('auth:phone')}
          type="tel"
          autoComplete="tel"
          {...phone}
          onBlur={() => {
            phone.onBlur();
            void tidy();
          }}
        />
        <NewPassword password={field('password')} repeat={field('confirmPassword')} />
        <Checkbox
          label={
            <RichText
              text="auth:register.terms"
              tags={{
                terms: <Anchor component={Link} to={brand.termsPath} target="_blank" inherit underline="always" />,
              }}
            />
          }
          {...field('termsAccepted', 'checkbox')}
        />
        <FormFailure
          error={failure}
          title={t('auth:failed.account')}
          action={isRefused(failure, 'auth.user_exists') && existing(email)}
        />
        <Button type="submit" size="md" loading={isBusy} fullWidth>
          {submit ?? t('auth:register.submit')}
        </Button>
      </Stack>
    </form>
  );
}

function useRegistration({ known = {}, draftKey = 'register', utmTag, onDone }: Omit<Props, 'existing'>) {
  const t = useTexts();
  return useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth/calls.ts')).register.body,
    asBody: (values) => ({ ...values, countryId: Number(values.countryId) }),
    initial: {
      fullName: known.fullName ?? '',
      email: known.email ?? '',
      countryId: String(countryIdHere()),
      phone: known.phone ?? '',
      password: '',
      confirmPassword: '',
      termsAccepted: false,
    },
    draftKey,
    secrets: ['password', 'confirmPassword'],
    restoresQuietly: true,
    check: async ({ password, confirmPassword, phone, countryId }) => ({
      confirmPassword: reasonOfRepeat(password, confirmPassword),
      phone: await reasonOfPhone(phone, Number(countryId)),
    }),
    submit: async ({ countryId, termsAccepted, fullName, ...typed }) => {
      try {
        const tokens = await callPublic('POST /api/v1/account/register', {
          body: {
            ...typed,
            countryId: Number(countryId),
            termsAccepted: termsAccepted as true, // NOTE: the schema has refused anything else
            fullName: fullName || null,
            utmTag: utmTagOf(location.search) ?? utmTag,
            clientHost: location.origin,
            language: currentLanguage(),
            timeZone: viewerTimeZone(),
          },
        });
        await signIn(tokens);
        await onDone();
      } catch (error) {
        if (isRefused(error, 'auth.user_exists')) toast.error({ title: t('auth:ACCOUNT.REGISTER.USER_EXISTS') });
        throw error;
      }
    },
  });
}

/** The country the browser's language names, Russia when it names none. */
function countryIdHere(): number {
  const regions = navigator.languages.map((tag) => /[-_]([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase()); // NOTE: some browsers name languages that Intl refuses, e.g. `en-US@posix`
  return COUNTRY_IDS.find((id) => regions.includes(countryCode(id))) ?? RUSSIA_ID;
}
