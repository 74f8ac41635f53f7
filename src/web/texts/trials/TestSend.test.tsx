import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { TestSend } from './TestSend.tsx';

const USUAL = '+79165550022';

/** @returns `arrive`, by which the usual numbers become known */
async function openField(onSend: (phones: string) => void) {
  let arrive: () => void = () => undefined;
  function Place() {
    const [usual, setUsual] = useState('');
    arrive = () => setUsual(USUAL);
    return <TestSend usualPhones={usual} isBusy={false} onSend={onSend} />;
  }
  const { user } = await draw(<Place />, { texts: ['flows'] });
  const field = await screen.findByLabelText('Send to yourself at');
  const send = async () => user.click(screen.getByRole('button', { name: 'Send test' }));
  return { user, field, send, arrive: () => act(() => arrive()) };
}

test('usual numbers that become known while a person is in the field do not join what she types', async () => {
  const onSend = vi.fn();
  const { user, field, send, arrive } = await openField(onSend);
  await user.click(field);
  arrive();
  await user.keyboard('+79161114455');
  await send();
  expect(onSend).toHaveBeenCalledWith('+79161114455');
});

test('usual numbers stand in a field that a person left without typing', async () => {
  const onSend = vi.fn();
  const { user, field, send, arrive } = await openField(onSend);
  await user.click(field);
  arrive();
  await user.tab();
  await send();
  expect(onSend).toHaveBeenCalledWith(USUAL);
});
