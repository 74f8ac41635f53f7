import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { readsLikeAdvertising } from '#contract/templates/advertising.ts';
import type { TemplateParts } from '#contract/templates/calls.ts';
import { TEMPLATE_LANGUAGES, WRITABLE_CATEGORIES } from '#contract/templates/values.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useLanguageNames } from '#web/channels/use-language-names.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import { FormActions } from '#web/ui/layout/FormActions.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { BodyFields } from './BodyFields.tsx';
import { ButtonFields } from './ButtonFields.tsx';
import { HeaderField } from './HeaderField.tsx';
import { NameField } from './NameField.tsx';
import { TemplatePhone } from './TemplatePhone.tsx';
import { type TemplateFormOptions, useTemplateForm } from './use-template-form.ts';
import type { WrittenTemplate } from './use-templates.ts';

type Props = TemplateFormOptions & {
  /** Under the phone, e.g. what takes the template. */
  note?: ReactNode;
  /** The picture of the message that the template is made of. */
  imageUrl?: string | undefined;
};

/** Fields of a template with its phone: limits are checked while typing, empty fields when it is submitted. */
export function TemplateEditor({ note, imageUrl, ...given }: Props) {
  const t = useTexts();
  const [upload, setUpload] = useState(imageUrl);
  const form = useTemplateForm(given);
  if (!form) return null;
  const { draft, written, channel, writable, limits, isChange, blockedUntil, failureText, errorOf, change } = form;
  const { parts } = written;
  const changeParts = (changed: Partial<TemplateParts>) => change({ parts: { ...parts, ...changed } });
  return (
    <SplitEditor
      form={
        <Stack>
          {draft?.refusal && !failureText && <Refusal text={t('channels:provider_says', { text: draft.refusal })} />}
          {writable.length > 1 && !isChange && (
            <NativeSelect
              label={t('templates:channel')}
              data={writable.map(({ id, title }) => ({ value: id, label: title }))}
              value={channel.id}
              onChange={({ currentTarget }) =>
                change({ channelId: writable.find(({ id }) => id === currentTarget.value)?.id ?? channel.id })
              }
            />
          )}
          <Naming
            written={written}
            isChange={isChange}
            hasDigits={limits.nameHasDigits}
            nameError={errorOf('name') ?? (blockedUntil && <BlockedUntil until={blockedUntil} />)}
            onChange={change}
          />
          <HeaderField
            header={parts.header}
            limits={limits}
            errorOf={errorOf}
            onUpload={setUpload}
            onChange={(header) => changeParts({ header })}
          />
          <BodyFields parts={parts} limits={limits} errorOf={errorOf} onChange={changeParts} />
          {limits.maxFooterLength > 0 && (
            <TextInput
              label={t('templates:footer')}
              description={t('templates:footer_help', { limit: limits.maxFooterLength })}
              value={parts.footer}
              error={errorOf('footer')}
              onChange={({ currentTarget }) => changeParts({ footer: currentTarget.value })}
            />
          )}
          <ButtonFields
            buttons={parts.buttons}
            limits={limits.buttons}
            errorOf={errorOf}
            onChange={(buttons) => changeParts({ buttons })}
          />
          {form.wrongCount > 0 && (
            <Text c="bad" size="sm" role="alert">
              {t('templates:mend_first', { count: form.wrongCount })}
            </Text>
          )}
          {failureText && <Refusal text={failureText} />}
          <FormActions>
            <Button loading={form.isBusy} onClick={() => void form.send()}>
              {t('templates:submit')}
            </Button>
            <Button variant="default" disabled={form.isBusy} onClick={() => void form.saveDraft()}>
              {t('templates:save_draft')}
            </Button>
          </FormActions>
        </Stack>
      }
      preview={
        <Stack gap="sm">
          <TemplatePhone parts={parts} skin={CHANNEL_APPEARANCES[channel.kind].skin} imageUrl={upload} />
          {note}
        </Stack>
      }
    />
  );
}

function Refusal({ text }: { text: string }) {
  const t = useTexts();
  return (
    <TroubleAlert tone="bad" title={t('templates:failed.add')}>
      {text}
    </TroubleAlert>
  );
}

function BlockedUntil({ until }: { until: string }) {
  const t = useTexts();
  const format = useFormat();
  return t('templates:blocked_until', { when: format.dateTime(until) });
}

type NamingProps = {
  written: WrittenTemplate;
  isChange: boolean;
  hasDigits: boolean;
  nameError: ReactNode;
  onChange: (change: Partial<WrittenTemplate>) => void;
};

/** Name, language and category: of a template that exists they stay. */
function Naming({ written, isChange, hasDigits, nameError, onChange }: NamingProps) {
  const { language, category, parts } = written;
  const t = useTexts();
  const languageName = useLanguageNames();
  const languages = TEMPLATE_LANGUAGES.map((value) => ({ value: String(value), label: languageName(value) }));
  const own = languages.some(({ value }) => value === language)
    ? []
    : [{ value: language, label: languageName(language) }];
  return (
    <>
      <NameField {...{ written, isChange, hasDigits, nameError, onChange }} />
      <Group grow align="flex-start">
        <NativeSelect
          label={t('templates:language')}
          disabled={isChange}
          data={[...own, ...languages]}
          value={language}
          onChange={({ currentTarget }) => onChange({ language: currentTarget.value })}
        />
      </Group>
      <div>
        <Text size="sm" fw={550} mb={4} id="template-category">
          {t('templates:column.category')}
        </Text>
        <SegmentedControl
          aria-labelledby="template-category"
          disabled={isChange}
          data={WRITABLE_CATEGORIES.map((value) => ({ value, label: t(`templates:category.${value}`) }))}
          value={category}
          onChange={(value) => onChange({ category: value === 'marketing' ? 'marketing' : 'utility' })}
        />
        <Text size="sm" c="dimmed" mt={4}>
          {t(`templates:category_help.${category}`)}
        </Text>
        {category === 'utility' && readsLikeAdvertising(wordsOf(parts)) && (
          <Alert color="attention" mt="xs" icon={<IconSpeakerphone size={20} />} role="status">
            {t('templates:advertising')}{' '}
            {!isChange && (
              <LinkButton onClick={() => onChange({ category: 'marketing' })}>
                {t('templates:advertising_mend')}
              </LinkButton>
            )}
          </Alert>
        )}
      </div>
    </>
  );
}

/** Everything that the contact reads. */
const wordsOf = ({ header, body, footer, buttons }: TemplateParts) =>
  [header?.type === 'text' ? header.text : '', body, footer, ...buttons.map(({ title }) => title)].join('\n');
