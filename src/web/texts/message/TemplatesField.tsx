import { Box, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasWindow } from '#web/channels/channel-appearances.ts';
import { familyOf } from '#contract/channels/file-kinds.ts';
import type { Channel, ChannelTemplate, TemplateMedia } from '#contract/channels/calls.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import type { TextTemplate } from '#contract/texts/calls.ts';
import { type TemplateStatus, templateStatusOf } from '#web/channels/template-status.ts';
import { useChannel, useChannels } from '#web/channels/use-channels.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import type { TextForm } from './text-form.ts';
import { useVariableNames } from '#web/texts/editor/use-variable-names.ts';
import { toStoredText, toReadable } from '#web/texts/editor/variable-names.ts';
import { VariableMenu } from '#web/texts/editor/VariableMenu.tsx';
import { chosenTemplate, type UsualTemplate } from './chosen-template.ts';

type Props = {
  form: TextForm;
  /** The message as it is shown beside the editor: it knows what is attached; undefined until it is known. */
  preview: ContactPreview | undefined;
  /** The purpose of a template, shown under the field. */
  help: string;
  /** Values of the places of a template that this message usually takes. */
  usual: UsualTemplate;
  /** Variables that may be put in the places. */
  offered: readonly string[];
  /** Offers to make a template where none is chosen, or the chosen one cannot be sent. */
  offer?: (channel: Channel) => ReactNode;
};

/** Templates for channels with a window: outside it, only an approved one gets through. */
export function TemplatesField({ form, preview, help, usual, offered, offer }: Props) {
  const channels = useChannels();
  const windowed = (channels.data ?? []).filter(({ kind }) => hasWindow(kind));
  return windowed.map((channel) => (
    <ChannelTemplates
      key={channel.id}
      channel={channel}
      form={form}
      help={help}
      usual={usual}
      offered={offered}
      offer={offer}
      attached={preview && attachedTo(preview)}
    />
  ));
}

/** Undefined while it is not known. */
type Attached = TemplateMedia | 'other_file' | null | undefined;

type ChannelProps = Pick<Props, 'form' | 'help' | 'usual' | 'offered' | 'offer'> & {
  channel: Channel;
  attached: Attached;
};

function ChannelTemplates({ channel, form, help, usual, offered, offer, attached }: ChannelProps) {
  const t = useTexts();
  const names = useVariableNames();
  const detail = useChannel(channel.id);
  const { content } = form;
  const approved = (detail.data?.templates ?? []).filter(
    ({ status, isFillable }) => status === 'approved' && isFillable,
  );
  const unfit = unfitNames(detail.data?.templates ?? []);
  const chosen = content.templates.filter((template) => template.channelId === channel.id);
  const [first] = chosen;
  const bodies = approved.filter((template) => template.name === first?.name);
  const media = bodies.find((template) => template.media !== null)?.media ?? null;
  const lacked = attached !== undefined && attached !== media ? media : null;
  const barred = first && detail.data && bodies.length === 0 ? barredStatus(detail.data.templates, first.name) : null;
  const isReviewed = barred === 'pending';

  const set = (next: TextTemplate[]) =>
    form.change({ templates: [...content.templates.filter((one) => one.channelId !== channel.id), ...next] });
  const choose = (name: string) =>
    set(approved.filter((one) => one.name === name).map((one) => chosenTemplate(channel.id, one, usual)));
  const fill = (index: number, value: string) =>
    set(chosen.map((template) => ({ ...template, parameters: template.parameters.with(index, value) })));

  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('flows:editor.template', { channel: channel.title })}
        description={help}
        data={[{ value: '', label: t('flows:editor.template_none') }, ...choicesOf(approved, first, t)]}
        error={
          (barred &&
            !isReviewed &&
            t('flows:editor.template_barred', { status: t(`delivery:trace.template_status.${barred}`) })) ??
          (lacked && t(`flows:editor.template_lacks.${lacked}`))
        }
        value={first?.name ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {isReviewed && (
        <Text size="sm" c="dimmed" role="status">
          {t('flows:editor.template_reviewed')}
        </Text>
      )}
      {detail.data && !isReviewed && bodies.length === 0 && offer?.(channel)}
      {unfit.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('attention:troubles.template_unfit', { names: unfit.join(', ') })}
        </Text>
      )}
      {bodies.map((template) => (
        <Text key={template.language} size="sm" c="dimmed" lang={template.language.replace('_', '-')}>
          {template.language}: {template.body}
        </Text>
      ))}
      {attached && bodies.length > 0 && media === null && (
        <Text size="sm" c="attention">
          {t('flows:editor.template_without')}
        </Text>
      )}
      {first?.parameters.map((parameter, index) => (
        <Group key={index} gap={4} align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('flows:editor.template_parameter', { place: `{{${index + 1}}}` })}
            withAsterisk
            value={toReadable(parameter, names)}
            error={
              form.errorOf(`templates.${content.templates.indexOf(first)}.parameters.${index}`) ??
              (parameter.trim() === '' && t('flows:editor.template_place_empty'))
            }
            onChange={(event) => fill(index, toStoredText(event.currentTarget.value, names))}
          />
          <Box mt={28}>
            <VariableMenu
              offered={offered}
              names={names}
              onChoose={(name) => fill(index, [parameter.trim(), `{${name}}`].filter(Boolean).join(' '))}
            />
          </Box>
        </Group>
      ))}
    </Stack>
  );
}

/** By name, with what stands above the words; what was chosen stays among them. */
function choicesOf(
  approved: readonly ChannelTemplate[],
  chosen: TextTemplate | undefined,
  t: Texts,
): { value: string; label: string }[] {
  const mediaByName = new Map(approved.map(({ name, media }) => [name, media]));
  const names = new Set([...mediaByName.keys(), ...(chosen ? [chosen.name] : [])]);
  return [...names].map((name) => {
    const media = mediaByName.get(name);
    return { value: name, label: media ? `${name} · ${t(`flows:editor.template_media.${media}`)}` : name };
  });
}

/** The media that a template could put above its words. */
function attachedTo({ imageUrl, file }: ContactPreview): Attached {
  if (imageUrl) return 'image';
  if (!file) return null;
  if (familyOf(file.mime) === 'video') return 'video';
  return file.mime === 'application/pdf' ? 'document' : 'other_file';
}

/** Approved ones that want what flows do not have. */
function unfitNames(templates: readonly ChannelTemplate[]): string[] {
  const unfit = templates.filter(({ status, isFillable }) => status === 'approved' && !isFillable);
  return [...new Set(unfit.map(({ name }) => name))];
}

/** Explains why a chosen template cannot be sent now. */
function barredStatus(templates: readonly ChannelTemplate[], name: string): TemplateStatus {
  return templateStatusOf(templates.find((one) => one.name === name)?.status ?? 'deleted');
}
