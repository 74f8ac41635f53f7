import { Text, TextInput } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Recording } from '#contract/quality/recordings.ts';
import type { RecordingId } from '#contract/quality/talks.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { OPENS_LAYER } from '#web/lib/pages/url-state.ts';
import { clockOf } from '#web/quality/player/player-rules.ts';
import classes from '#web/quality/quality.module.css';
import { UploadButton, UploadList } from '#web/quality/upload/UploadList.tsx';
import { useIsOwner } from '#web/quality/use-shared.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { MenuItem } from '#web/ui/lists/ActionMenu.tsx';
import { DataList } from '#web/ui/lists/DataList.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { DeleteRecording } from './DeleteRecording.tsx';
import type { Sending } from './sending.ts';
import { STATE_TONES } from './recording-tones.ts';
import { useRecordings, useRetryRecording } from './use-talks.ts';

type Props = { sending: Sending; onOpen: (recordingId: RecordingId) => void };

/** Recordings of calls: those that are being sent, then those that are here. */
export function RecordingsPane({ sending, onOpen }: Props) {
  const t = useTexts();
  const recordings = useRecordings();
  const columns = useColumns();
  const isOwner = useIsOwner();
  const retry = useRetryRecording();
  const [removed, setRemoved] = useState<Recording | null>(null);
  return (
    <div className={classes.page}>
      <Sender sending={sending} />
      <DataList
        label={t('quality:tab.calls')}
        rows={recordings.data ?? []}
        rowKey={({ id }) => id}
        rowName={({ fileName }) => fileName}
        columns={columns}
        paging={recordings}
        linkTo={({ id }) => ({ to: '.', search: (before) => ({ ...before, recording: id }), ...OPENS_LAYER })}
        rowMenu={(recording) => (
          <>
            <MenuItem onClick={() => onOpen(recording.id)}>{t('quality:recording.open')}</MenuItem>
            {recording.state === 'failed' && (
              <MenuItem leftSection={<IconRefresh size={18} />} onClick={() => retry.mutate(recording.id)}>
                {t('quality:recording.retry')}
              </MenuItem>
            )}
            {isOwner && (
              <MenuItem color="bad" leftSection={<IconTrash size={18} />} onClick={() => setRemoved(recording)}>
                {t('quality:recording.delete')}
              </MenuItem>
            )}
          </>
        )}
        empty={<EmptyState title={t('quality:recording.empty_title')} text={t('quality:recording.empty')} />}
      />
      {removed && <DeleteRecording recording={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

/** Chooses files and shows them on their way. */
function Sender({ sending: { uploads, employeeName, onEmployeeName } }: { sending: Sending }) {
  const t = useTexts();
  return (
    <section aria-label={t('quality:recording.upload')}>
      <div className={classes.sender}>
        <TextInput
          className={classes.words}
          label={t('quality:recording.sent_employee')}
          description={t('quality:recording.sent_employee_help')}
          maxLength={120}
          value={employeeName}
          onChange={({ currentTarget }) => onEmployeeName(currentTarget.value)}
        />
        <UploadButton add={uploads.add} />
      </div>
      <UploadList {...uploads} />
    </section>
  );
}

function useColumns(): Column<Recording>[] {
  const t = useTexts();
  return [
    {
      key: 'file',
      title: t('quality:recording.file'),
      isMain: true,
      cell: ({ fileName, isIncomplete }) => (
        <span className={classes.lines}>
          <span>{fileName}</span>
          {isIncomplete && (
            <Text span size="sm" c="attention">
              {t('quality:recording.incomplete')}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('quality:recording.state_label'),
      cell: ({ state, trouble }) => (
        <span className={classes.lines}>
          <span>
            <ToneBadge tone={STATE_TONES[state]}>{t(`quality:recording.state.${state}`)}</ToneBadge>
          </span>
          {trouble && (
            <Text span size="sm">
              {t(`quality:recording.trouble.${trouble}`)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'employee',
      title: t('quality:employee'),
      cell: ({ employeeName }) => employeeName || t('quality:unnamed_employee'),
    },
    {
      key: 'length',
      title: t('quality:talk.length'),
      isNumeric: true,
      cell: ({ seconds }) => (seconds === null ? '–' : clockOf(seconds)),
    },
    {
      key: 'when',
      title: t('quality:recording.when'),
      isBrief: true,
      from: 'medium',
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
  ];
}
