import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileText, IconMusic, IconPhoto, IconVideo, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { familyOf } from '#contract/channels/file-kinds.ts';
import {
  DOCUMENT_EXTENSIONS,
  LARGEST_DOCUMENT_MEGABYTES,
  LARGEST_MEDIA_MEGABYTES,
  MEDIA_EXTENSIONS,
} from '#contract/channels/limits.ts';
import type { ContactPreview } from '#contract/texts/previews.ts';
import { isRefused } from '#web/lib/api/call-errors.ts';
import { clientConfig } from '#web/lib/api/config.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { AttachmentConflict } from './AttachmentConflict.tsx';
import { hasAttachment, NO_ATTACHMENT } from './attachments.ts';
import classes from '#web/texts/content.module.css';
import type { TextForm } from './text-form.ts';
import { useUpload } from './use-upload.ts';

const BYTES_PER_MEGABYTE = 1_048_576;
const KINDS = [
  { kind: 'image', Icon: IconPhoto, accept: 'image/png,image/jpeg', label: 'flows:editor.image_choose' },
  {
    kind: 'document',
    Icon: IconFileText,
    accept: DOCUMENT_EXTENSIONS.map((one) => `.${one}`).join(','),
    label: 'flows:editor.file_choose',
  },
  {
    kind: 'media',
    Icon: IconVideo,
    accept: MEDIA_EXTENSIONS.map((one) => `.${one}`).join(','),
    label: 'flows:editor.media_choose',
  },
] as const;
type Kind = (typeof KINDS)[number]['kind'];
const WRONG_TYPE = {
  image: 'flows:editor.wrong_image',
  document: 'flows:editor.wrong_file',
  media: 'flows:editor.wrong_media',
} as const;

type Props = {
  form: TextForm;
  /** The message as it is shown beside the editor; undefined until it is known. */
  preview: ContactPreview | undefined;
};

/** One picture, document, video or sound above the text, which is its caption. */
export function AttachmentField({ form, preview }: Props) {
  const t = useTexts();
  const config = clientConfig();
  const upload = useUpload();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isConflictShown, setConflictShown] = useState(false);
  const { content } = form;
  const megabytes = {
    image: config?.maxFileMegabytes ?? 5,
    document: LARGEST_DOCUMENT_MEGABYTES,
    media: LARGEST_MEDIA_MEGABYTES,
  };
  const hasButtons = content.buttons.length > 0;

  function refuse(kind: Kind, error: unknown): void {
    if (isRefused(error, 'file.too_big'))
      return setRefusal(t('flows:editor.image_too_big', { megabytes: megabytes[kind] }));
    if (!isRefused(error, 'file.wrong_type')) return setRefusal(problemText(error, t));
    setRefusal(t(WRONG_TYPE[kind]));
  }

  function take(file: File | null, kind: Kind): void {
    if (!file) return;
    if (file.size > megabytes[kind] * BYTES_PER_MEGABYTE)
      return setRefusal(t('flows:editor.image_too_big', { megabytes: megabytes[kind] }));
    setRefusal(null);
    upload.mutate(
      { file, kind },
      {
        onSuccess: ({ id }) => form.change({ imageId: id }),
        onError: (error) => refuse(kind, error),
      },
    );
  }
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('flows:editor.attachment')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t('flows:editor.attachment_help', megabytes)}
      </Text>
      {hasAttachment(content) ? (
        <Attached preview={preview} onRemove={() => form.change(NO_ATTACHMENT)} />
      ) : (
        <Group gap="xs">
          {KINDS.map(({ kind, Icon, accept, label }) => (
            <FileButton key={kind} accept={accept} onChange={(file) => take(file, kind)}>
              {({ onClick }) => (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Icon size={16} />}
                  loading={upload.isPending && upload.variables.kind === kind}
                  onClick={hasButtons ? () => setConflictShown(true) : onClick}
                >
                  {t(label)}
                </Button>
              )}
            </FileButton>
          ))}
        </Group>
      )}
      {isConflictShown && hasButtons && (
        <AttachmentConflict
          existing="buttons"
          onResolve={() => form.change({ buttons: [] })}
          onKeep={() => setConflictShown(false)}
        />
      )}
      {refusal && (
        <Text size="sm" c="bad" mt={6} role="alert">
          {refusal}
        </Text>
      )}
    </div>
  );
}

const ICONS = { image: IconPhoto, video: IconVideo, audio: IconMusic, document: IconFileText };

/** The attachment: a thumbnail of the picture, or the document's name. */
function Attached({ preview, onRemove }: Pick<Props, 'preview'> & { onRemove: () => void }) {
  const t = useTexts();
  const Icon = ICONS[familyOf(preview?.file?.mime ?? '')];
  return (
    <Group gap="xs" className={classes.attached}>
      {preview?.imageUrl && <img src={preview.imageUrl} alt="" />}
      {preview?.file && <Icon size={20} aria-hidden />}
      <Text size="sm">{preview?.file?.name ?? t('flows:editor.image_chosen')}</Text>
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={onRemove}>
        {t('flows:editor.image_remove')}
      </Button>
    </Group>
  );
}
