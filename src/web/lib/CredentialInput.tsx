import { PasswordInput, TextInput } from '@mantine/core';
import type { CredentialShape } from '#contract/credentials.ts';
import type { useContractForm } from './form.ts';

type InputProps = ReturnType<ReturnType<typeof useContractForm>['field']> & { 'data-autofocus'?: boolean };

type Props = InputProps & { shape: CredentialShape; label: string; description?: string | undefined };

/** One declared field of an outside service's credentials: hidden as it is typed, a phone, or plain words. */
export function CredentialInput({ shape, ...input }: Props) {
  if (shape === 'secret' || shape === 'password') return <PasswordInput autoComplete="off" {...input} />;
  const phone = shape === 'phone' ? ({ type: 'tel', inputMode: 'tel' } as const) : {};
  return <TextInput autoComplete="off" {...phone} {...input} />;
}
