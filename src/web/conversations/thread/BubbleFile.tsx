import { Button, Skeleton, Text } from '@mantine/core';
import { IconDownload, IconFile, IconFileAlert } from '@tabler/icons-react';
import type { ThreadFile, ThreadItem } from '#contract/conversations/calls.ts';
import { RETRIABLE_FILE_TROUBLES } from '#contract/conversations/values.ts';
import { apiBase } from '#web/lib/pages/brand.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useFileSize } from '#web/conversations/file-size.ts';
import classes from './media.module.css';
import { VoiceMessage } from './VoiceMessage.tsx';
import { VoiceWords } from './VoiceWords.tsx';
import type { VoiceTrack } from './voice-player.ts';

/** Opens the viewer on one picture. */
export type ViewImage = (image: { url: string; alt: string }) => void;

type Props = {
  item: ThreadItem;
  file: ThreadFile;
  /** Voice messages below one in the thread. */
  voicesAfter: (itemId: string) => readonly VoiceTrack[];
  onView: ViewImage;
  /** Has a missing file fetched once more. */
  onRetry: (item: ThreadItem) => void;
  /** Has the words of a voice message written. */
  onTranscribe: (item: ThreadItem) => void;
};

/** A picture, a voice message, a video or another file of a message. */
export function BubbleFile({ item, file, voicesAfter, onView, onRetry, onTranscribe }: Props) {
  const t = useTexts();
  if (file.state === 'fetching') {
    return (
      <div className={classes.fetching} aria-busy="true">
        <Skeleton height={item.kind === 'image' || item.kind === 'video' ? 160 : 40} width={220} />
        <Text size="xs">{t('conversations:file.fetching')}</Text>
      </div>
    );
  }
  if (file.state === 'refused' || file.url === null) {
    const canRetry = wordIn(RETRIABLE_FILE_TROUBLES, file.trouble) !== undefined;
    return (
      <div className={classes.refused}>
        <IconFileAlert size={20} aria-hidden />
        <span>
          {file.name ?? item.fileName}
          <Text span size="sm" display="block">
            {t(`conversations:file.trouble.${file.trouble ?? 'gone'}`)}
          </Text>
        </span>
        {canRetry && (
          <Button variant="subtle" size="compact-sm" onClick={() => onRetry(item)}>
            {t('conversations:thread.retry')}
          </Button>
        )}
      </div>
    );
  }
  const url = addressOf(file.url);
  const name = file.name ?? item.fileName ?? t('conversations:said.file');
  if (item.kind === 'voice' && file.isInline) {
    return (
      <div className={classes.spoken}>
        <VoiceMessage track={{ id: item.id, url }} voicesAfter={voicesAfter} downloadName={name} />
        <VoiceWords transcript={file.transcript} onTranscribe={() => onTranscribe(item)} />
      </div>
    );
  }
  if (file.isInline && file.mime?.startsWith('image/')) {
    return <Picture url={url} alt={item.text || t('conversations:said.image')} file={file} onView={onView} />;
  }
  if (file.isInline && file.mime?.startsWith('video/')) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a client's own video has no captions
    return <video className={classes.video} src={url} controls preload="metadata" playsInline />;
  }
  if (file.isInline && file.mime?.startsWith('audio/')) {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
    return <audio className={classes.audio} src={url} controls preload="none" />;
  }
  return <Download url={url} name={name} sizeBytes={file.sizeBytes} />;
}

type PictureProps = { url: string; alt: string; file: ThreadFile; onView: ViewImage };

/** The place of the picture is reserved before it is loaded, so that nothing moves. */
function Picture({ url, alt, file: { width, height }, onView }: PictureProps) {
  const t = useTexts();
  return (
    <button
      type="button"
      className={classes.picture}
      aria-label={t('conversations:file.view', { name: alt })}
      style={width && height ? { aspectRatio: `${width} / ${height}`, width: Math.min(width, 320) } : undefined}
      onClick={() => onView({ url, alt })}
    >
      <img src={url} alt={alt} loading="lazy" decoding="async" />
    </button>
  );
}

function Download({ url, name, sizeBytes }: { url: string; name: string; sizeBytes: number | null }) {
  const sizeOf = useFileSize();
  return (
    <a className={classes.file} href={url} download={name}>
      <IconFile size={24} stroke={1.5} aria-hidden />
      <span className={classes.fileName}>
        {name}
        {sizeBytes !== null && <small>{sizeOf(sizeBytes)}</small>}
      </span>
      <IconDownload size={18} aria-hidden />
    </a>
  );
}

/** Signed addresses are of the server's own host, which is not the page's on every domain. */
export const addressOf = (url: string): string => (url.startsWith('/') ? `${apiBase}${url}` : url);
