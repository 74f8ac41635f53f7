import { Stack, Text, TextInput } from '@mantine/core';
import type { Channel, ChannelTemplate } from '#contract/channels.ts';
import type { FlowTemplate } from '#contract/flows.ts';
import { CHANNEL_KINDS } from '#web/channels/channel-kinds.ts';
import { type TemplateStatus, templateStatusOf } from '#web/delivery/compared.ts';
import { useChannel, useChannels } from '#web/channels/use-channels.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { SearchSelect } from '#web/ui/SearchSelect.tsx';
import type { FlowForm } from './flow-form.ts';
import { isReport } from './kind-traits.ts';
import { useVariableNames } from './use-variable-names.ts';
import { toKept, toReadable } from './variable-names.ts';

/** What usually fills the places of a reminder's template. */
const USUAL_PARAMETERS = ['{clientName}', '{recordDate}, {recordTime}', '{serviceTitle}', '{businessName}'];

/** Templates for channels with a window: outside it, only an approved one gets through. */
export function TemplatesField({ form }: { form: FlowForm }) {
  const channels = useChannels();
  const windowed = (channels.data ?? []).filter(({ kind }) => CHANNEL_KINDS[kind].hasWindow);
  return windowed.map((channel) => <ChannelTemplates key={channel.id} channel={channel} form={form} />);
}

function ChannelTemplates({ channel, form }: { channel: Channel; form: FlowForm }) {
  const t = useTexts();
  const names = useVariableNames();
  const detail = useChannel(channel.id);
  const { content } = form.settings;
  const approved = (detail.data?.templates ?? []).filter(
    ({ status, isFillable }) => status === 'approved' && isFillable,
  );
  const unfit = unfitNames(detail.data?.templates ?? []);
  const chosen = content.templates.filter((template) => template.channelId === channel.id);
  const [first] = chosen;
  const bodies = approved.filter((template) => template.name === first?.name);
  const barred = first && detail.data && bodies.length === 0 ? barredStatus(detail.data.templates, first.name) : null;

  const set = (next: FlowTemplate[]) =>
    form.change({
      content: { ...content, templates: [...content.templates.filter((one) => one.channelId !== channel.id), ...next] },
    });
  const choose = (name: string | null) =>
    set(approved.filter((one) => one.name === name).map((one) => asFlowTemplate(channel, one)));
  const fill = (index: number, value: string) =>
    set(chosen.map((template) => ({ ...template, parameters: template.parameters.with(index, value) })));

  return (
    <Stack gap="xs">
      <SearchSelect
        label={t('flows.template', { channel: channel.title })}
        description={t(isReport(form.kind) ? 'reports.template_help' : 'flows.template_help')}
        placeholder={t('flows.template_none')}
        clearable
        data={[...new Set([...approved.map((template) => template.name), ...(first ? [first.name] : [])])]}
        error={barred && t('flows.template_barred', { status: t(`delivery.template_status.${barred}`) })}
        value={first?.name ?? null}
        onChange={choose}
      />
      {unfit.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('troubles.template_unfit', { names: unfit.join(', ') })}
        </Text>
      )}
      {bodies.map((template) => (
        <Text key={template.language} size="sm" c="dimmed" lang={template.language.replace('_', '-')}>
          {template.language}: {template.body}
        </Text>
      ))}
      {first?.parameters.map((parameter, index) => (
        <TextInput
          key={index}
          label={t('flows.template_parameter', { place: `{{${index + 1}}}` })}
          value={toReadable(parameter, names)}
          error={form.errorOf(`settings.content.templates.${content.templates.indexOf(first)}.parameters.${index}`)}
          onChange={(event) => fill(index, toKept(event.currentTarget.value, names))}
        />
      ))}
    </Stack>
  );
}

/** Approved ones that want more than words, which flows do not fill. */
function unfitNames(templates: readonly ChannelTemplate[]): string[] {
  const unfit = templates.filter(({ status, isFillable }) => status === 'approved' && !isFillable);
  return [...new Set(unfit.map(({ name }) => name))];
}

/** What became of a template that was chosen and cannot be sent now. */
function barredStatus(templates: readonly ChannelTemplate[], name: string): TemplateStatus {
  return templateStatusOf(templates.find((one) => one.name === name)?.status ?? 'deleted');
}

function asFlowTemplate(channel: Channel, { name, language, parameterCount }: ChannelTemplate): FlowTemplate {
  const parameters = Array.from({ length: parameterCount }, (_, index) => USUAL_PARAMETERS[index] ?? '{businessName}');
  return { channelId: channel.id, name, language, parameters };
}
