import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { CallPlayer, type CallPlayerHandle } from './CallPlayer.tsx';
import type { PlayedLine } from './player-rules.ts';

await startProduct();

const LINES: PlayedLine[] = [
  { start: 0.5, end: 2, text: 'Studio, good afternoon.', speaker: 'Olivia', side: 'employee' },
  { start: 2.4, end: 4, text: 'Hello, how much is a haircut?', speaker: '', side: 'client' },
  { start: 9, end: 11, text: 'Forty pounds.', speaker: 'Olivia', side: 'employee', isGuessed: true },
];

// NOTE: the test environment plays no sound; its own methods throw.
Object.assign(HTMLMediaElement.prototype, {
  load() {},
  async play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  },
  pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  },
});

function Shown({ src = '/call.wav' }: { src?: string | null }) {
  const player = useRef<CallPlayerHandle>(null);
  return (
    <>
      <button type="button" onClick={() => player.current?.seek(9)}>
        Verdict
      </button>
      <CallPlayer
        ref={player}
        src={src}
        peaks={[0.1, 0.5, 0.2, 0.4]}
        duration={12}
        lines={LINES}
        marks={[{ second: 9, label: 'Price named', tone: 'good' }]}
      />
    </>
  );
}

const audio = () => {
  const element = document.querySelector('audio');
  if (!element) throw new Error('no audio');
  return element;
};
const playTo = (second: number) => {
  act(() => {
    audio().currentTime = second;
    fireEvent.timeUpdate(audio());
  });
};
const current = () => document.querySelector('[aria-current]')?.textContent ?? null;

test('the words follow the sound, and a press on a line plays from there', async () => {
  const { user } = await draw(<Shown />, { texts: ['quality'] });
  await user.click(await screen.findByRole('button', { name: 'Play' }));
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  expect(current()).toBeNull();
  playTo(2.6);
  expect(current()).toContain('how much is a haircut');
  await user.click(screen.getByRole('button', { name: /Forty pounds/ }));
  expect(audio().currentTime).toBe(9);
  expect(current()).toContain('Forty pounds');
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('0:09 of 0:12');
});

test('a verdict and a mark jump to their second', async () => {
  const { user } = await draw(<Shown />, { texts: ['quality'] });
  await user.click(await screen.findByRole('button', { name: 'Verdict' }));
  expect(audio().currentTime).toBe(9);
  playTo(0);
  await user.click(screen.getByRole('button', { name: 'Price named, 0:09' }));
  expect(audio().currentTime).toBe(9);
});

test('keys play, pause and jump within the sound; the speed changes', async () => {
  const { user } = await draw(<Shown />, { texts: ['quality'] });
  const place = await screen.findByRole('slider');
  place.focus();
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  playTo(4);
  await user.keyboard('{ArrowRight}');
  expect(audio().currentTime).toBe(9);
  await user.keyboard('{ArrowRight}');
  expect(audio().currentTime).toBe(12);
  await user.keyboard('{ArrowLeft}');
  expect(audio().currentTime).toBe(7);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5');
  expect(audio().playbackRate).toBe(1.5);
});

test('who speaks is named, and a guess is told as one', async () => {
  await draw(<Shown />, { texts: ['quality'] });
  expect(await screen.findByText('Client')).toBeTruthy();
  expect(screen.getByText('Olivia (guessed)')).toBeTruthy();
});

test('sound that cannot be loaded is told, and loaded again', async () => {
  const { user } = await draw(<Shown />, { texts: ['quality'] });
  await screen.findByRole('button', { name: 'Play' });
  act(() => void fireEvent.error(audio()));
  expect(screen.getByText('The sound could not be loaded')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
});

test('without sound the words stay, and nothing pretends to play', async () => {
  await draw(<Shown src={null} />, { texts: ['quality'] });
  expect(await screen.findByText('Hello, how much is a haircut?')).toBeTruthy();
  expect(screen.getByText(/The sound is no longer kept/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});
