import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { declarationOf } from '#contract/channels/kinds.ts';
import { LONGEST_LINK_TITLE } from '#contract/links/values.ts';
import type { QrPage } from '#contract/links/qr-pages.ts';
import { useChannels } from '#web/channels/use-channels.ts';
import { FormBody } from '#web/lib/forms/FormBody.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { OvertakenAlert } from '#web/lib/forms/OvertakenAlert.tsx';
import { useVersionedForm } from '#web/lib/forms/versioned-form.ts';
import { ManySelect } from '#web/ui/fields/ManySelect.tsx';
import { toast } from '#web/ui/feedback/toasts.ts';
import { type OwnPage, useOwnPages } from './use-own-pages.ts';
import { type TypedPage, useCreatePage, useSavePage } from './use-qr-pages.ts';

const EMPTY: TypedPage = {
  title: '',
  heading: '',
  note: '',
  channelIds: [],
  greeting: '',
  bookingUrl: null,
  reviewUrl: null,
};

const schema = async () => {
  const { createQrPage } = await import('#contract/links/qr-pages.ts');
  return createQrPage.body;
};

const writtenIn = ({ title, heading, note, channelIds, greeting, bookingUrl, reviewUrl }: QrPage): TypedPage => ({
  title,
  heading,
  note,
  channelIds,
  greeting,
  bookingUrl,
  reviewUrl,
});

type Props = {
  /** Null: a new one. */
  page: QrPage | null;
  /** Remounts the form with what is saved. */
  onRenew: () => void;
};

/** Words and buttons of a page behind a QR code. */
export function QrPageForm({ page, onRenew }: Props) {
  const t = useTexts();
  const navigate = useNavigate();
  const channels = useChannels();
  const own = useOwnPages();
  const create = useCreatePage();
  const save = useSavePage(page?.id ?? ('' as QrPage['id'])); // NOTE: only called for a stored page
  const { editor, overtaken } = useVersionedForm<TypedPage>({
    schema,
    saved: page ? writtenIn(page) : EMPTY,
    version: page?.version ?? 0,
    draftName: `qr-page.${page?.id ?? 'new'}`,
    isSame: (typed, saved) => JSON.stringify(typed) === JSON.stringify(saved),
    onRenew,
    submit: async (values, baseVersion) => {
      if (page) {
        const saved = await save.mutateAsync({ ...values, baseVersion });
        toast.success({ title: t('links:pages.saved') });
        return saved;
      }
      const created = await create.mutateAsync(values);
      void navigate({ to: '/widgets/qr/$pageId', params: { pageId: created.id }, replace: true });
      return { version: 0 };
    },
  });
  const { form, field } = editor;
  const values = form.getValues();
  const offered = (channels.data ?? []).filter(({ kind }) => declarationOf(kind).chat);
  const isBare = values.channelIds.length === 0 && !values.bookingUrl && !values.reviewUrl;
  const address = (name: 'bookingUrl' | 'reviewUrl') => ({
    ...field(name),
    type: 'url',
    placeholder: 'https://',
    value: values[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.setFieldValue(name, currentTarget.value || null),
  });
  const choose = (name: 'bookingUrl' | 'reviewUrl') => (url: string) => form.setFieldValue(name, url);
  return (
    <FormBody form={editor} submit={page ? t('links:pages.save') : t('links:pages.create')}>
      {overtaken && <OvertakenAlert title={t('links:pages.overtaken')} overtaking={overtaken} />}
      <TextInput
        label={t('links:pages.name')}
        description={t('links:pages.name_help')}
        maxLength={LONGEST_LINK_TITLE}
        {...field('title')}
      />
      <TextInput
        label={t('links:pages.heading')}
        description={t('links:pages.heading_help')}
        maxLength={LONGEST_LINK_TITLE}
        {...field('heading')}
      />
      <Textarea label={t('links:pages.note')} autosize minRows={2} maxLength={500} {...field('note')} />
      {channels.isSuccess && offered.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('links:pages.chats_none')}
        </Text>
      ) : (
        <ManySelect
          label={t('links:pages.chats')}
          description={t('links:pages.chats_help')}
          placeholder=""
          data={offered.map(({ id, kind, title }) => ({
            value: id,
            label: `${declarationOf(kind).chat?.name}: ${title}`,
          }))}
          value={values.channelIds}
          onChange={(chosen) => form.setFieldValue('channelIds', chosen)}
        />
      )}
      {values.channelIds.length > 0 && (
        <TextInput
          label={t('links:pages.greeting')}
          description={t('links:pages.greeting_help')}
          maxLength={300}
          {...field('greeting')}
        />
      )}
      <Stack gap={6}>
        <TextInput label={t('links:pages.booking')} {...address('bookingUrl')} />
        <OwnPages pages={own.bookingUrl} chosen={values.bookingUrl} onChoose={choose('bookingUrl')} />
      </Stack>
      <Stack gap={6}>
        <TextInput label={t('links:pages.review')} {...address('reviewUrl')} />
        <OwnPages pages={own.reviewUrl} chosen={values.reviewUrl} onChoose={choose('reviewUrl')} />
      </Stack>
      {isBare && form.isDirty() && <Alert color="gray">{t('links:pages.need')}</Alert>}
    </FormBody>
  );
}

type OwnPagesProps = { pages: readonly OwnPage[]; chosen: string | null; onChoose: (url: string) => void };

/** Fills the field above with a page of the business. */
function OwnPages({ pages, chosen, onChoose }: OwnPagesProps) {
  const t = useTexts();
  const others = pages.filter(({ url }) => url !== chosen);
  if (others.length === 0) return null;
  return (
    <Group gap={6}>
      <Text size="sm" c="dimmed">
        {t('links:pages.own')}
      </Text>
      {others.map(({ title, url }) => (
        <Button key={url} size="compact-sm" variant="light" onClick={() => onChoose(url)}>
          {title}
        </Button>
      ))}
    </Group>
  );
}
