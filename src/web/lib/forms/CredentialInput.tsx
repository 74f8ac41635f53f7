import { PasswordInput, TextInput } from '@mantine/core';
import type { CredentialShape } from '#contract/connections/credentials.ts';
import type { useContractForm } from './form.ts';

type InputProps = ReturnType<ReturnType<typeof useContractForm>['field']> & { 'data-autofocus'?: boolean };

type Props = InputProps & { shape: CredentialShape; label: string; description?: string | undefined };

/** Input of one declared credential field: a secret, a phone, or plain text. */
export function CredentialInput({ shape, ...input }: Props) {
  if (shape === 'secret' || shape === 'password') return <PasswordInput autoComplete="off" {...input} />;
  const phone = shape === 'phone' ? ({ type: 'tel', inputMode: 'tel' } as const) : {};
  return <TextInput autoComplete="off" {...phone} {...input} />;
}
