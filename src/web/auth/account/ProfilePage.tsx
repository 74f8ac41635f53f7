import { Badge, Stack } from '@mantine/core';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ColorSchemeSwitch } from '#web/lib/pages/ColorSchemeSwitch.tsx';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SecondFactorCard } from '#web/auth/second-factor/SecondFactorCard.tsx';
import { EmailForm } from './EmailForm.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PhoneConfirmCard } from './PhoneConfirmCard.tsx';
import { PhoneForm } from './PhoneForm.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { SettingCard } from './SettingCard.tsx';

/** Route: /account/profile */
export function ProfilePage() {
  const t = useTexts();
  const user = useCurrentUser();
  const formatPhone = useFormatPhone();
  return (
    <>
      <PageHead title={t('auth:profile.title')} state={t('auth:profile.state')} />
      <Stack maw={640}>
        <SettingCard
          title={t('auth:profile.email_heading')}
          value={user.email}
          badge={<EmailState isConfirmed={user.isEmailConfirmed} />}
          Form={EmailForm}
        />
        <SettingCard
          title={t('auth:profile.phone_heading')}
          value={user.phoneNumber ? formatPhone(user.phoneNumber) : t('auth:profile.none')}
          badge={user.isPhoneConfirmed && <Confirmed text={t('members:phone.confirmed')} />}
          Form={PhoneForm}
        />
        {user.phoneNumber && user.canConfirmPhone && !user.isPhoneConfirmed && <PhoneConfirmCard />}
        <SettingCard title={t('auth:profile.password_heading')} value="••••••••" Form={PasswordForm} />
        <SecondFactorCard />
        <SessionsCard />
        <SettingCard title={t('auth:profile.language_heading')}>
          <LanguageChoice />
        </SettingCard>
        <SettingCard title={t('auth:profile.look_heading')}>
          <ColorSchemeSwitch />
        </SettingCard>
      </Stack>
    </>
  );
}

function EmailState({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useTexts();
  return isConfirmed ? (
    <Confirmed text={t('auth:profile.email_confirmed')} />
  ) : (
    <Badge color="attention" leftSection={<IconClock size={14} />}>
      {t('auth:profile.email_unconfirmed')}
    </Badge>
  );
}

function Confirmed({ text }: { text: string }) {
  return (
    <Badge color="good" leftSection={<IconCircleCheck size={14} />}>
      {text}
    </Badge>
  );
}
