import { Select, TextInput } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { StepFields } from './NightBotForm.tsx';

const EVERY = 'every';

/** Where the bot answers, and its name. */
export function PlaceStep({ values, change, field, errorOf, draft }: StepFields) {
  const t = useTexts();
  const { branches, channels } = draft;
  const chooseBranch = (id: string | null) => {
    const before = branches.find((branch) => branch.id === values.branchId);
    const branch = branches.find((one) => one.id === id);
    // NOTE: what the owner wrote stays
    const isOwn = (written: string, known: string | null | undefined) => written !== '' && written !== (known ?? '');
    change({
      branchId: branch?.id ?? null,
      ...(!isOwn(values.address, before?.address) && { address: branch?.address ?? '' }),
      ...(!isOwn(values.mapLink, before?.mapLink) && { mapLink: branch?.mapLink ?? '' }),
    });
  };
  return (
    <>
      <Select
        label={t('assistants:night.channel')}
        description={t('assistants:night.channel_help')}
        placeholder={t('assistants:night.choose')}
        data={channels.map(({ id, title }) => ({ value: id, label: title }))}
        value={values.channelId}
        error={errorOf('channelId')}
        onChange={(id) => change({ channelId: channels.find((channel) => channel.id === id)?.id ?? null })}
      />
      {branches.length > 0 && (
        <Select
          label={t('assistants:night.branch')}
          description={t('assistants:night.branch_help')}
          allowDeselect={false}
          data={[
            { value: EVERY, label: t('assistants:places.every_branch') },
            ...branches.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={values.branchId ?? EVERY}
          error={errorOf('branchId')}
          onChange={chooseBranch}
        />
      )}
      <TextInput
        label={t('assistants:night.name')}
        description={t('assistants:general.name_help')}
        maxLength={80}
        {...field('botName')}
      />
    </>
  );
}
