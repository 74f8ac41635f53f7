import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { CHANNEL_KINDS } from '#contract/channels/kinds.ts';
import type { ChannelKind, ChannelSender, ConnectBody } from '#contract/channels/calls.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { CredentialInput } from '#web/lib/forms/CredentialInput.tsx';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { ConnectFailure } from './ConnectFailure.tsx';
import { TitleInput } from './TitleInput.tsx';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useChannelSenders, useConnectChannel } from '#web/channels/use-channels.ts';

type Typed = Record<string, string>;

/**
 * Asks for the fields a kind of channel declares, has them checked, and connects it. Where the account has several
 * senders, they are listed once the credentials are right, and one is chosen.
 */
export function ConnectForm({ kind, onDone }: { kind: ChannelKind; onDone: () => void }) {
  const t = useTexts();
  const connect = useConnectChannel();
  const listSenders = useChannelSenders();
  const [senders, setSenders] = useState<readonly ChannelSender[] | null>(null);
  const { fields, title } = CHANNEL_KINDS[kind];
  const choice = fields.find(({ shape }) => isChoice(shape));
  const mustList = choice !== undefined && !senders?.length;

  const form = useContractForm<Typed>({
    schema: async () => {
      const contract = await import('#contract/channels/calls.ts');
      return mustList ? contract.senderBodyOf(kind) : contract.connectBodyOf(kind);
    },
    initial: Object.fromEntries(['title', ...fields.map(({ name }) => name)].map((name) => [name, ''])),
    asBody: (values) => ({ ...withoutBlank(values, fields), kind }),
    draftKey: `channels.${kind}`,
    secrets: fields.filter(({ shape }) => shape === 'secret').map(({ name }) => name),
    restoresQuietly: true,
    submit: async (values) => {
      if (choice && mustList) {
        const listed = await listSenders.mutateAsync({ ...withoutBlank(values, fields), kind });
        setSenders(listed.senders);
        form.form.setValues({ [choice.name]: listed.senders[0]?.id ?? '' });
        return;
      }
      await connect.mutateAsync({ ...withoutBlank(values, fields), kind } as ConnectBody); // NOTE: the schema has checked its fields
      toast.success({ title: t('channels:connected') });
      onDone();
    },
  });
  const failed = t('channels:failed.add', { channel: t(`${CHANNEL_APPEARANCES[kind].texts}.title`) });
  const isNumberUnknown =
    isRefused(form.failure, 'channel.check_failed') && form.failure.details['trouble'] === 'number_unknown';
  const isShown = (field: Named) => !isRead(field) || isNumberUnknown || form.form.getValues()[field.name] !== '';
  const name = <TitleInput title={title} {...form.field('title')} />;
  return (
    <FormBody
      form={form}
      submit={t(mustList ? 'channels:submit_credentials' : 'channels:submit')}
      failure={
        senders?.length === 0 ? (
          <TroubleAlert tone="attention">{t('channels:no_senders')}</TroubleAlert>
        ) : (
          <ConnectFailure error={form.failure} failed={failed} />
        )
      }
    >
      {title.isRequired && name}
      {fields
        .filter(isShown)
        .map((field) =>
          isChoice(field.shape) ? (
            !mustList &&
            senders && (
              <NativeSelect
                key={field.name}
                label={t(field.label)}
                description={t(field.help)}
                data={senders.map(({ id, title: label }) => ({ value: id, label }))}
                {...form.field(field.name)}
              />
            )
          ) : (
            <CredentialInput
              key={field.name}
              shape={field.shape}
              label={t(field.label)}
              description={t(field.help)}
              {...form.field(field.name)}
            />
          ),
        )}
      {!title.isRequired && name}
    </FormBody>
  );
}

type Named = { name: string };

/** Whether the provider reports the field. */
const isRead = (field: Named) => 'isRead' in field;

/** Leaves out the fields that nobody entered, where they may be absent. */
function withoutBlank(values: Typed, fields: readonly Named[]): Typed {
  const mayBeAbsent = (field: Named) => isRead(field) || 'isOptional' in field;
  const blank = fields.filter((field) => mayBeAbsent(field) && !values[field.name]?.trim()).map(({ name }) => name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !blank.includes(name)));
}

const isChoice = (shape: string) => shape === 'sender';
