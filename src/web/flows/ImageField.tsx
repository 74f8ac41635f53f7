import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { isRefused } from '#web/lib/call-errors.ts';
import { useConfig } from '#web/lib/config.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { problemText } from '#web/lib/problem-text.ts';
import { AttachmentConflict } from './AttachmentConflict.tsx';
import type { FlowForm } from './flow-form.ts';
import { useUploadImage } from './use-flows.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** One picture above the text: PNG, JPG or JPEG. */
export function ImageField({ form }: { form: FlowForm }) {
  const t = useTexts();
  const config = useConfig();
  const upload = useUploadImage();
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isConflictShown, setConflictShown] = useState(false);
  const { content } = form.settings;
  const megabytes = config?.maxFileMegabytes ?? 5;
  const hasButtons = content.buttons.length > 0;

  function take(file: File | null): void {
    if (!file) return;
    if (file.size > megabytes * BYTES_PER_MEGABYTE) return setRefusal(t('flows.image_too_big', { megabytes }));
    setRefusal(null);
    upload.mutate(file, {
      onSuccess: (image) => {
        setName(image.name);
        form.change({ content: { ...content, imageId: image.id } });
      },
      onError: (error) =>
        setRefusal(isRefused(error, 'file.too_big') ? t('flows.image_too_big', { megabytes }) : problemText(error, t)),
    });
  }
  const look = { size: 'xs', variant: 'default', leftSection: <IconPhoto size={16} /> } as const;
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('flows.image')}
      </Text>
      <Text size="sm" c="dimmed" mb={8}>
        {t('flows.image_help', { megabytes })}
      </Text>
      {content.imageId && (
        <Group gap="xs">
          <Text size="sm">{name || t('flows.image_chosen')}</Text>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} />}
            onClick={() => form.change({ content: { ...content, imageId: null } })}
          >
            {t('flows.image_remove')}
          </Button>
        </Group>
      )}
      {!content.imageId && hasButtons && (
        <Button {...look} onClick={() => setConflictShown(true)}>
          {t('flows.image_choose')}
        </Button>
      )}
      {!content.imageId && !hasButtons && (
        <FileButton onChange={take} accept="image/png,image/jpeg">
          {(props) => (
            <Button {...props} {...look} loading={upload.isPending}>
              {t('flows.image_choose')}
            </Button>
          )}
        </FileButton>
      )}
      {isConflictShown && hasButtons && (
        <AttachmentConflict
          existing="buttons"
          onResolve={() => form.change({ content: { ...content, buttons: [] } })}
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
