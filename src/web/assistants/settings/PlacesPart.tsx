import { QUIET_SECONDS } from '#contract/assistants/values.ts';
import { useVisitOptions } from '#web/audiences/use-condition-choices.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import type { FieldsProps } from './fields.ts';
import { Part } from './Part.tsx';

/** Where the assistant answers, and how long it waits for the end of a question. */
export function PlacesPart({ settings, change, errorOf }: FieldsProps) {
  const t = useTexts();
  const channels = useChannels();
  const branches = useVisitOptions().data?.branches ?? [];
  return (
    <Part title={t('assistants:part.places')}>
      <ManySelect
        label={t('assistants:places.channels')}
        description={t('assistants:places.channels_help')}
        placeholder={t('assistants:list.every_channel')}
        data={withGone(channels.data ?? [], settings.channelIds, t('assistants:places.gone'))}
        value={settings.channelIds}
        onChange={(channelIds) => change({ channelIds })}
      />
      <ManySelect
        label={t('assistants:places.branches')}
        description={t('assistants:places.branches_help')}
        placeholder={t('assistants:places.every_branch')}
        data={withGone(branches, settings.branchIds, t('assistants:places.gone'))}
        value={settings.branchIds}
        onChange={(branchIds) => change({ branchIds })}
      />
      <NumberField
        label={t('assistants:places.quiet')}
        description={t('assistants:places.quiet_help')}
        value={settings.quietSeconds}
        min={QUIET_SECONDS.min}
        max={QUIET_SECONDS.max}
        error={errorOf('settings.quietSeconds')}
        onChange={(quietSeconds) => change({ quietSeconds })}
      />
    </Part>
  );
}

/** Choices by their titles, and those that were chosen and are there no more. */
export function withGone<Id extends string>(
  offered: readonly { id: Id; title: string }[],
  chosen: readonly Id[],
  gone: string,
): { value: Id; label: string }[] {
  const missing = chosen.filter((id) => !offered.some((one) => one.id === id));
  return [
    ...offered.map(({ id, title }) => ({ value: id, label: title })),
    ...missing.map((id) => ({ value: id, label: gone })),
  ];
}
