import { Anchor, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { COUNTRY_IDS, countryCode, RUSSIA_ID } from '#contract/countries.ts';
import { callPublic } from '#web/lib/api.ts';
import { brand } from '#web/lib/brand.ts';
import { isRefused } from '#web/lib/call-errors.ts';
import { useContractForm } from '#web/lib/form.ts';
import { viewerTimeZone } from '#web/lib/format.ts';
import { FormFailure } from '#web/lib/FormFailure.tsx';
import { currentLanguage, useLanguage, useTexts } from '#web/lib/i18n.ts';
import { LOCALE_TAGS } from '#web/lib/language.ts';
import { readPhone, tidyPhone } from '#web/lib/phone.ts';
import { RichText } from '#web/lib/rich-text.tsx';
import { signIn } from '#web/lib/session.ts';
import { SearchSelect } from '#web/ui/SearchSelect.tsx';
import { toast } from '#web/ui/toasts.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { utmTagOf } from './google.ts';
import { NewPassword } from './NewPassword.tsx';
import { reasonOfRepeat } from './repeated-password.ts';
import { useGoOn } from './use-go-on.ts';

/** Route: /account/register */
export function RegisterPage() {
  const t = useTexts();
  const goOn = useGoOn();
  const countries = useCountries();
  const { form, formProps, field, isBusy, failure } = useRegistration(goOn);
  const { email, countryId } = form.values;

  async function tidy(): Promise<void> {
    const typed = form.getValues().phone;
    const tidied = await tidyPhone(typed, countryCode(Number(countryId)));
    if (form.getValues().phone === typed && tidied !== typed) form.setFieldValue('phone', tidied);
  }
  const phone = field('phone');

  return (
    <AuthFrame
      title={t('auth.register.heading')}
      state={t('auth.register.state')}
      footer={
        <>
          {t('auth.register.have_account')}{' '}
          <Anchor component={Link} to="/account/login" inherit underline="always">
            {t('auth.register.login')}
          </Anchor>
        </>
      }
    >
      <form {...formProps}>
        <Stack>
          <TextInput label={t('auth.email')} type="email" autoComplete="email" {...field('email')} />
          {brand.features.countryAtRegistration && (
            <SearchSelect
              label={t('auth.country')}
              data={countries}
              placeholder={t('auth.register.country_search')}
              {...field('countryId')}
            />
          )}
          <TextInput
            label={t('auth.phone')}
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
                text={t('auth.register.terms')}
                marks={{
                  terms: <Anchor component={Link} to={brand.termsPath} target="_blank" inherit underline="always" />,
                }}
              />
            }
            {...field('termsAccepted', 'checkbox')}
          />
          <FormFailure
            error={failure}
            action={
              isRefused(failure, 'auth.user_exists') && (
                <Anchor
                  inherit
                  underline="always"
                  renderRoot={(props) => <Link {...props} to="/account/login" search={{ email }} />}
                >
                  {t('auth.exists_action')}
                </Anchor>
              )
            }
          />
          <Button type="submit" size="md" loading={isBusy} fullWidth>
            {t('auth.register.submit')}
          </Button>
        </Stack>
      </form>
      <GoogleButton />
    </AuthFrame>
  );
}

function useRegistration(goOn: () => void) {
  const t = useTexts();
  const search: { email?: string } = useSearch({ strict: false });
  return useContractForm({
    focusesFirst: true,
    schema: async () => (await import('#contract/auth.ts')).register.body,
    asBody: (values) => ({ ...values, countryId: Number(values.countryId) }),
    initial: {
      email: search.email ?? '',
      countryId: String(countryIdHere()),
      phone: '',
      password: '',
      confirmPassword: '',
      termsAccepted: false,
    },
    draftKey: 'register',
    secrets: ['password', 'confirmPassword'],
    restoresQuietly: true,
    check: ({ password, confirmPassword }) => ({ confirmPassword: reasonOfRepeat(password, confirmPassword) }),
    checkLate: async ({ phone, countryId }) =>
      (await readPhone(phone, countryCode(Number(countryId)))) ? {} : { phone: 'phone' },
    submit: async ({ countryId, termsAccepted, ...typed }) => {
      try {
        const tokens = await callPublic('POST /api/v1/account/register', {
          body: {
            ...typed,
            countryId: Number(countryId),
            termsAccepted: termsAccepted as true, // NOTE: the schema has refused anything else
            utmTag: utmTagOf(location.search),
            clientHost: location.origin,
            language: currentLanguage(),
            timeZone: viewerTimeZone,
          },
        });
        await signIn(tokens);
        goOn();
      } catch (error) {
        if (isRefused(error, 'auth.user_exists')) toast.error({ title: t('auth.ACCOUNT.REGISTER.USER_EXISTS') });
        throw error;
      }
    },
  });
}

/** All countries by name in the language of the page. */
function useCountries(): { value: string; label: string }[] {
  const locale = LOCALE_TAGS[useLanguage()];
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return COUNTRY_IDS.map((id) => ({
      value: String(id),
      label: names.of(countryCode(id)) ?? countryCode(id),
    })).toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
}

/** The country the browser's language names, Russia when it names none. */
function countryIdHere(): number {
  const regions = navigator.languages.map((tag) => new Intl.Locale(tag).region);
  return COUNTRY_IDS.find((id) => regions.includes(countryCode(id))) ?? RUSSIA_ID;
}
