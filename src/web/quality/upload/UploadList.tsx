import { ActionIcon, Button, FileButton, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { AUDIO_ENDINGS } from '#contract/quality/values.ts';
import { problemText } from '#web/lib/api/problem-text.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './upload.module.css';
import type { FileUpload, Uploads } from './use-uploads.ts';

const ACCEPTED = ['audio/*', ...AUDIO_ENDINGS.map((ending) => `.${ending}`)].join(',');

/** Chooses recordings to send; several at once. */
export function UploadButton({ add }: Pick<Uploads, 'add'>) {
  const t = useTexts();
  return (
    <FileButton multiple accept={ACCEPTED} onChange={(files) => add(files)}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} aria-hidden />}>
          {t('quality:sending.choose')}
        </Button>
      )}
    </FileButton>
  );
}

/** Files on their way, with their progress. */
export function UploadList({ uploads, pause, resume, remove }: Uploads) {
  const t = useTexts();
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('quality:sending.label')}>
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.row}>
          <UploadRow upload={upload} onPause={pause} onResume={resume} onRemove={remove} />
        </li>
      ))}
    </ul>
  );
}

type RowProps = {
  upload: FileUpload;
  onPause(key: string): void;
  onResume(key: string): void;
  onRemove(key: string): void;
};

function UploadRow({ upload, onPause, onResume, onRemove }: RowProps) {
  const t = useTexts();
  const { key, file, sent, state, error } = upload;
  const name = file.name;
  const percent = file.size > 0 ? Math.floor((sent / file.size) * 100) : 0;
  return (
    <>
      <div className={classes.name}>
        <span>{name}</span>
        <Text size="sm" c={state === 'refused' ? 'bad' : 'dimmed'} role={state === 'refused' ? 'alert' : undefined}>
          {state === 'refused' ? problemText(error, t) : <StateWords upload={upload} />}
        </Text>
      </div>
      <div className={classes.actions}>
        {(state === 'sending' || state === 'lost' || state === 'waiting') && (
          <RowAction
            label={t('quality:sending.pause', { name })}
            icon={<IconPlayerPause />}
            onPress={() => onPause(key)}
          />
        )}
        {state === 'paused' && (
          <RowAction
            label={t('quality:sending.resume', { name })}
            icon={<IconPlayerPlay />}
            onPress={() => onResume(key)}
          />
        )}
        {state === 'refused' && (
          <RowAction
            label={t('quality:sending.again', { name })}
            icon={<IconRefresh />}
            onPress={() => onResume(key)}
          />
        )}
        <RowAction label={t('quality:sending.remove', { name })} icon={<IconX />} onPress={() => onRemove(key)} />
      </div>
      {state !== 'done' && state !== 'refused' && (
        <Progress className={classes.progress} value={percent} aria-label={t('quality:sending.progress', { name })} />
      )}
    </>
  );
}

function RowAction({ label, icon, onPress }: { label: string; icon: React.ReactNode; onPress: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} onClick={onPress}>
      {icon}
    </ActionIcon>
  );
}

const MEGABYTE = 1_048_576;

function StateWords({ upload: { state, sent, file } }: { upload: FileUpload }) {
  const t = useTexts();
  const format = useFormat();
  const megabytes = (bytes: number, decimals: number) =>
    format.number(bytes / MEGABYTE, { maximumFractionDigits: decimals, minimumFractionDigits: decimals });
  const decimals = file.size < 10 * MEGABYTE ? 1 : 0;
  if (state === 'done') return t('quality:sending.done');
  const part = t('quality:sending.part', { sent: megabytes(sent, decimals), size: megabytes(file.size, decimals) });
  return `${t(`quality:sending.state.${state === 'refused' ? 'waiting' : state}`)} · ${part}`;
}
