import { TextInput } from '@mantine/core';
import type { CHANNEL_KINDS, ChannelKindName } from '#contract/channels/kinds.ts';
import type { useContractForm } from '#web/lib/forms/form.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Declared = (typeof CHANNEL_KINDS)[ChannelKindName];
type InputProps = ReturnType<ReturnType<typeof useContractForm>['field']>;

/** The name of the channel in the cabinet. */
export function TitleInput({ title, ...input }: InputProps & { title: Declared['title'] }) {
  const t = useTexts();
  return <TextInput label={t(title.label)} description={t(title.help)} {...input} />;
}
