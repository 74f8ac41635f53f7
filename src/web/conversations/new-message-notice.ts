/** Notices and sound of this browser about new messages; the member switches each on. */
const NOTICES_KEY = 'conversation-notices';
const SOUND_KEY = 'conversation-sound';

/** `unsupported`: the browser shows none, as on iOS outside the home screen; `blocked`: refused in its settings. */
export type NoticeState = 'unsupported' | 'blocked' | 'off' | 'on';

export function noticeState(): NoticeState {
  if (!('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && localStorage.getItem(NOTICES_KEY) === 'true' ? 'on' : 'off';
}

/** Asks the browser for its permission where it is needed; called by a tap alone. */
export async function switchNotices(isOn: boolean): Promise<NoticeState> {
  if (isOn && 'Notification' in globalThis) await Notification.requestPermission();
  localStorage.setItem(NOTICES_KEY, String(isOn));
  return noticeState();
}

export const isSoundOn = (): boolean => localStorage.getItem(SOUND_KEY) === 'true';

export function switchSound(isOn: boolean): void {
  localStorage.setItem(SOUND_KEY, String(isOn));
  if (isOn) playSound();
}

/** Shows a notice of the browser; of several tabs with the same tag one is shown. */
export function showNotice(notice: { title: string; body: string; tag: string; onOpen: () => void }): void {
  const { title, body, tag, onOpen } = notice;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener('click', () => {
      window.focus();
      onOpen();
      shown.close();
    });
  } catch {
    // NOTE: Chrome on Android has the class, and lets only service workers show notices
  }
}

const SOUND_SECONDS = 0.35;

/** Plays two short tones, in one tab of the browser; silent until the member has tapped the page once. */
export function playSound(): void {
  if (!('AudioContext' in globalThis) || !('locks' in navigator)) return;
  void navigator.locks.request('conversation-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const audio = new AudioContext();
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.12, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SOUND_SECONDS);
    gain.connect(audio.destination);
    const tone = audio.createOscillator();
    tone.frequency.setValueAtTime(660, audio.currentTime);
    tone.frequency.setValueAtTime(880, audio.currentTime + SOUND_SECONDS / 3);
    tone.connect(gain);
    tone.start();
    tone.stop(audio.currentTime + SOUND_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await audio.close();
  });
}
