import { ActionIcon, Alert, Button, NativeSelect, Text } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward5,
  IconRewindForward5,
} from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { CallTranscript } from './CallTranscript.tsx';
import classes from './player.module.css';
import { clockOf, lineAt, PLAYER_SPEEDS, type PlayedLine } from './player-rules.ts';
import { type Playback, usePlayback } from './use-playback.ts';
import { type PlayerMark, Waveform } from './Waveform.tsx';

/** Commands to the player. */
export type CallPlayerHandle = { seek(second: number): void };

type Props = {
  /** Address of the sound; null: it is not kept, and only the words are shown. */
  src: string | null;
  /** From 0 to 1, evenly over the whole sound. */
  peaks: readonly number[];
  /** Seconds. */
  duration: number;
  lines: readonly PlayedLine[];
  /** Places of interest, e.g. of verdicts. */
  marks?: readonly PlayerMark[];
  ref?: Ref<CallPlayerHandle>;
};

const JUMP_SECONDS = 5;

/** A recorded call: its sound with marks, and its words, which follow the sound and jump to it. */
export function CallPlayer({ src, peaks, duration, lines, marks = [], ref }: Props) {
  const t = useTexts();
  const playback = usePlayback(duration);
  const { position, seek, isPlaying } = playback;
  useImperativeHandle(ref, () => ({ seek }));
  const transcript = (
    <CallTranscript
      lines={lines}
      current={src === null ? -1 : lineAt(lines, position)}
      isFollowing={isPlaying}
      onSeek={src === null ? null : seek}
    />
  );
  if (src === null) {
    return (
      <section className={classes.player} aria-label={t('quality:player.label')}>
        <Text size="sm" c="dimmed">
          {t('quality:player.not_kept')}
        </Text>
        {transcript}
      </section>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is inside
    <section
      className={classes.player}
      aria-label={t('quality:player.label')}
      onKeyDown={(event) => onKey(event, playback)}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand below */}
      <audio ref={playback.audio} src={src} preload="metadata" />
      <Waveform peaks={peaks} duration={duration} position={position} marks={marks} onSeek={seek} />
      {playback.hasFailed ? (
        <Alert color="bad" title={t('quality:player.failed')}>
          <Button size="compact-sm" variant="default" onClick={playback.retry}>
            {t('quality:player.retry')}
          </Button>
        </Alert>
      ) : (
        <PlayerControls playback={playback} duration={duration} />
      )}
      {transcript}
    </section>
  );
}

function PlayerControls({ playback, duration }: { playback: Playback; duration: number }) {
  const t = useTexts();
  const { isPlaying, position, seek, toggle, speed, setSpeed } = playback;
  return (
    <div className={classes.controls}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('quality:player.back')}
        onClick={() => seek(position - JUMP_SECONDS)}
      >
        <IconRewindBackward5 size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="filled"
        radius="50%"
        size={44}
        aria-label={t(isPlaying ? 'quality:player.pause' : 'quality:player.play')}
        onClick={toggle}
      >
        {isPlaying ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('quality:player.forward')}
        onClick={() => seek(position + JUMP_SECONDS)}
      >
        <IconRewindForward5 size={20} aria-hidden />
      </ActionIcon>
      <span className={classes.time}>
        {clockOf(position)} / {clockOf(duration)}
      </span>
      <NativeSelect
        className={classes.speed}
        size="xs"
        aria-label={t('quality:player.speed')}
        value={speed}
        onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        data={PLAYER_SPEEDS.map((value) => ({ value: String(value), label: `${value}×` }))}
      />
    </div>
  );
}

/** Space plays and pauses, the arrows jump; a button, a list and a link keep their own keys. */
function onKey(event: KeyboardEvent, { toggle, seek, position }: Playback): void {
  const on = event.target as HTMLElement; // NOTE: keys are pressed on elements
  if (event.altKey || event.ctrlKey || event.metaKey || on.tagName === 'SELECT') return;
  if (event.key === ' ' && on.closest('button, a') === null) toggle();
  else if (event.key === 'ArrowLeft') seek(position - JUMP_SECONDS);
  else if (event.key === 'ArrowRight') seek(position + JUMP_SECONDS);
  else return;
  event.preventDefault();
}
