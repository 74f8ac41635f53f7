import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTexts } from '#web/lib/format/i18n.ts';
import classes from './media.module.css';
import { useVoiceDuration } from './use-voice-duration.ts';
import { seekVoice, setVoiceSpeed, toggleVoice, useVoice, VOICE_SPEEDS, type VoiceTrack } from './voice-player.ts';

type Props = {
  track: VoiceTrack;
  /** Voice messages after one, played next. */
  voicesAfter: (itemId: string) => readonly VoiceTrack[];
  /** File name of the download that is offered where the browser cannot play it. */
  downloadName: string;
};

/** A voice message: play, position, speed. */
export function VoiceMessage({ track, voicesAfter, downloadName }: Props) {
  const t = useTexts();
  const voice = useVoice();
  const duration = useVoiceDuration(track.url);
  const isCurrent = voice.trackId === track.id;
  const isPlaying = isCurrent && voice.isPlaying;
  const nextSpeed = VOICE_SPEEDS[(VOICE_SPEEDS.indexOf(voice.speed) + 1) % VOICE_SPEEDS.length] ?? 1;
  if (voice.failedId === track.id) {
    return (
      <a href={track.url} download={downloadName}>
        {t('conversations:file.voice_failed')}
      </a>
    );
  }
  return (
    <div className={classes.voice}>
      <ActionIcon
        variant="filled"
        color="brand"
        radius="50%"
        size={36}
        aria-label={t(isPlaying ? 'conversations:file.pause' : 'conversations:file.play')}
        onClick={() => toggleVoice(track, voicesAfter(track.id))}
      >
        {isPlaying ? <IconPlayerPauseFilled size={16} /> : <IconPlayerPlayFilled size={16} />}
      </ActionIcon>
      <input
        type="range"
        className={classes.position}
        aria-label={t('conversations:file.position')}
        min={0}
        max={isCurrent && voice.duration > 0 ? voice.duration : 1}
        step={0.1}
        disabled={!isCurrent}
        value={isCurrent ? voice.position : 0}
        onChange={({ currentTarget }) => seekVoice(Number(currentTarget.value))}
      />
      <VoiceTime seconds={isCurrent ? voice.position : duration} />
      <button
        type="button"
        className={classes.speed}
        aria-label={t('conversations:file.speed', { speed: voice.speed })}
        onClick={() => setVoiceSpeed(nextSpeed)}
      >
        {voice.speed}×
      </button>
    </div>
  );
}

/** The position while it is played, the length before; nothing while the length is not known. */
function VoiceTime({ seconds }: { seconds: number | null }) {
  return <span className={classes.voiceTime}>{seconds !== null && clockOf(seconds)}</span>;
}

/** `1:05` */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
}
