import { ActionIcon } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useFileSize } from '#web/conversations/file-size.ts';
import classes from './composer.module.css';
import type { Attachment } from './outbox.ts';

/** The picture or file that will be sent; the text is its caption. */
export function AttachmentPreview({ attachment, onRemove }: { attachment: Attachment; onRemove: () => void }) {
  const t = useTexts();
  const sizeOf = useFileSize();
  return (
    <div className={classes.attachment}>
      {attachment.previewUrl ? (
        <img src={attachment.previewUrl} alt="" />
      ) : (
        <IconFile size={28} stroke={1.5} aria-hidden />
      )}
      <span className={classes.attachmentName}>
        {attachment.name}
        <small>{sizeOf(attachment.sizeBytes)}</small>
      </span>
      <ActionIcon aria-label={t('conversations:file.remove')} onClick={onRemove}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  );
}
