import { SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import type { AssistantId } from '#contract/assistants/calls.ts';
import type { KnowledgeAddress, KnowledgeSource } from '#contract/assistants/knowledge.ts';
import { KNOWLEDGE_REFRESH_DAYS, MAX_SITE_PAGES } from '#contract/assistants/knowledge-values.ts';
import { useContractForm } from '#web/lib/forms/form.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { NumberField } from '#web/ui/fields/NumberField.tsx';
import { Dialog } from '#web/ui/layout/Dialog.tsx';
import { useSaveAddress } from './use-knowledge.ts';
import { withProtocol } from './with-protocol.ts';

type Props = {
  assistantId: AssistantId;
  /** Null: a new one. */
  source: KnowledgeSource | null;
  onClose: () => void;
};

const schema = async () => (await import('#contract/assistants/knowledge.ts')).KnowledgeAddress;

/** Pages that are offered for a site at first. */
const USUAL_SITE_PAGES = 20;
const NEVER = 'never';

type Values = { url: string; kind: 'page' | 'site'; maxPages: number; refresh: string };

/** The address of a page or a site, how many pages are read, and how often they are read again. */
export function AddressDialog({ assistantId, source, onClose }: Props) {
  const t = useTexts();
  const kindId = useId();
  const save = useSaveAddress(assistantId, source?.id ?? null);
  const bodyOf = ({ url, kind, maxPages, refresh }: Values): KnowledgeAddress => ({
    url: withProtocol(url),
    maxPages: kind === 'page' ? 1 : maxPages,
    refreshDays: KNOWLEDGE_REFRESH_DAYS.find((days) => String(days) === refresh) ?? null,
  });
  const initial: Values = {
    url: source?.url ?? '',
    kind: source?.kind === 'site' ? 'site' : 'page',
    maxPages: (source?.kind === 'site' ? source.maxPages : null) ?? USUAL_SITE_PAGES,
    refresh: String(source ? (source.refreshDays ?? NEVER) : 7),
  };
  const form = useContractForm<Values>({
    schema,
    initial,
    asBody: bodyOf,
    submit: async (values) => {
      await save.mutateAsync(bodyOf(values));
      onClose();
    },
  });
  const { kind, maxPages } = form.form.values;
  const choices = [
    { value: NEVER, label: t('knowledge:refresh.never') },
    ...KNOWLEDGE_REFRESH_DAYS.map((days) => ({ value: String(days), label: t(`knowledge:refresh.days_${days}`) })),
  ];
  return (
    <Dialog title={t(source ? 'knowledge:address.change' : 'knowledge:add.address')} onClose={onClose}>
      <FormBody form={form} isDialog submit={t(source ? 'knowledge:address.save' : 'knowledge:address.add')}>
        <TextInput
          label={t('knowledge:address.url')}
          placeholder="https://salon.com/prices"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          {...form.field('url')}
        />
        <Stack gap={6}>
          <Text size="sm" fw={500} id={kindId}>
            {t('knowledge:address.what')}
          </Text>
          <SegmentedControl
            aria-labelledby={kindId}
            data={[
              { value: 'page', label: t('knowledge:address.page') },
              { value: 'site', label: t('knowledge:address.site') },
            ]}
            {...form.form.getInputProps('kind')}
          />
          <Text size="sm" c="dimmed">
            {t('knowledge:address.robots')}
          </Text>
        </Stack>
        {kind === 'site' && (
          <NumberField
            label={t('knowledge:address.most')}
            min={2}
            max={MAX_SITE_PAGES}
            value={maxPages}
            error={form.field('maxPages').error}
            onChange={(value) => form.form.setFieldValue('maxPages', value)}
          />
        )}
        <Select label={t('knowledge:refresh.label')} data={choices} allowDeselect={false} {...form.field('refresh')} />
      </FormBody>
    </Dialog>
  );
}
