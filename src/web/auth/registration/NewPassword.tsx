import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';

type Props = {
  /** From the form's `field`. */
  password: ComponentProps<typeof PasswordInput>;
  repeat: ComponentProps<typeof PasswordInput>;
  /** Whether an old one is replaced. */
  isChange?: boolean;
};

/** A password to be, typed twice. */
export function NewPassword({ password, repeat, isChange = false }: Props) {
  const t = useTexts();
  return (
    <>
      <PasswordInput
        label={t(isChange ? 'auth:reset.new_password' : 'auth:password')}
        description={t('auth:password_help')}
        autoComplete="new-password"
        {...password}
      />
      <PasswordInput
        label={t(isChange ? 'auth:reset.confirm_password' : 'auth:register.confirm_password')}
        autoComplete="new-password"
        {...repeat}
      />
    </>
  );
}
