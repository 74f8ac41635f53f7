import { Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ShortLink } from '#contract/links/calls.ts';
import { LONGEST_ENDING, LONGEST_LINK_TITLE, LONGEST_UTM, UTM_FIELDS } from '#contract/links/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { MomentField } from '#web/lib/forms/MomentField.tsx';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { fieldText } from '#web/lib/api/problem-text.ts';
import { useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { toast } from '#web/ui/feedback/toasts.ts';
import { type TypedLink, useCreateLink, useSaveLink } from './use-links.ts';

const NO_UTM = { source: '', medium: '', campaign: '', content: '', term: '' };
const EMPTY: TypedLink = { title: '', target: '', utm: NO_UTM, expiresAt: null, ending: '' };

const schema = async () => {
  const { createShortLink } = await import('#contract/links/calls.ts');
  return createShortLink.body;
};

type Props = {
  /** Null: a new one. */
  link: ShortLink | null;
  /** Remounts the form with what is saved. */
  onRenew: () => void;
};

/** Name, target, campaign marks and expiry of a link. */
export function LinkForm({ link, onRenew }: Props) {
  const t = useTexts();
  const format = useFormat();
  const navigate = useNavigate();
  const create = useCreateLink();
  const save = useSaveLink(link?.id ?? ('' as ShortLink['id'])); // NOTE: only called for a stored link
  const { editor, overtaken } = useVersionedForm<TypedLink>({
    schema,
    saved: link
      ? { title: link.title, target: link.target, utm: link.utm, expiresAt: link.expiresAt, ending: '' }
      : EMPTY,
    version: link?.version ?? 0,
    draftName: `link.${link?.id ?? 'new'}`,
    isSame: (typed, saved) => JSON.stringify(typed) === JSON.stringify(saved),
    onRenew,
    submit: async (values, baseVersion) => {
      if (link) {
        const saved = await save.mutateAsync({ ...values, baseVersion });
        toast.success({ title: t('links:saved') });
        return saved;
      }
      const created = await create.mutateAsync(values);
      void navigate({ to: '/short-link/$linkId', params: { linkId: created.id }, replace: true });
      return { version: 0 };
    },
  });
  const { form, field } = editor;
  const values = form.getValues();
  const expiryError = form.errors['expiresAt'];
  return (
    <FormBody form={editor} submit={link ? t('links:save') : t('links:create')}>
      {overtaken && <OvertakenAlert title={t('links:overtaken')} overtaking={overtaken} />}
      <TextInput
        label={t('links:name')}
        description={t('links:name_help')}
        maxLength={LONGEST_LINK_TITLE}
        {...field('title')}
      />
      <TextInput
        type="url"
        inputMode="url"
        label={t('links:target')}
        description={t('links:target_help')}
        placeholder="https://"
        {...field('target')}
      />
      {!link && (
        <TextInput
          label={t('links:ending')}
          description={t('links:ending_help')}
          maxLength={LONGEST_ENDING}
          autoCapitalize="none"
          {...field('ending')}
        />
      )}
      <MomentField
        label={t('links:expiry')}
        description={t('links:expiry_help')}
        value={values.expiresAt}
        usualTime="23:59"
        firstDay={format.dayKey(new Date(productNow()).toISOString())}
        error={typeof expiryError === 'string' ? fieldText(expiryError, t) : undefined}
        onChange={(expiresAt) => form.setFieldValue('expiresAt', expiresAt)}
      />
      <Fieldset legend={t('links:utm.title')}>
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t('links:utm.help')}
          </Text>
          {UTM_FIELDS.map((mark) => (
            <TextInput
              key={mark}
              label={t(`links:utm.${mark}`)}
              maxLength={LONGEST_UTM}
              value={values.utm[mark]}
              onChange={({ currentTarget }) =>
                form.setFieldValue('utm', { ...values.utm, [mark]: currentTarget.value })
              }
            />
          ))}
        </Stack>
      </Fieldset>
    </FormBody>
  );
}
