import { PasswordInput, TextInput } from '@mantine/core';
import type { CHANNEL_KINDS, ChannelKindName } from '#contract/channel-kinds.ts';
import type { useContractForm } from '#web/lib/form.ts';
import { useTexts } from '#web/lib/i18n.ts';

type Declared = (typeof CHANNEL_KINDS)[ChannelKindName];
export type DeclaredField = Declared['fields'][number];
type InputProps = ReturnType<ReturnType<typeof useContractForm>['field']> & { 'data-autofocus'?: boolean };

/** One declared field of a channel's credentials: hidden as it is typed, a phone, or plain words. */
export function CredentialInput({ field, help, ...input }: InputProps & { field: DeclaredField; help?: string }) {
  const t = useTexts();
  const words = { label: t(field.label), description: help ?? t(field.help), autoComplete: 'off' };
  if (field.shape === 'secret') return <PasswordInput {...words} {...input} />;
  const phone = field.shape === 'phone' ? ({ type: 'tel', inputMode: 'tel' } as const) : {};
  return <TextInput {...words} {...phone} {...input} />;
}

/** The name of the channel in the cabinet. */
export function TitleInput({ title, ...input }: InputProps & { title: Declared['title'] }) {
  const t = useTexts();
  return <TextInput label={t(title.label)} description={t(title.help)} {...input} />;
}
