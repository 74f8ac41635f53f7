import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { type Shortcut, SHORTCUTS, useShortcut } from './shortcuts.ts';

function Listener({ on, as, isFallback }: { on: Shortcut; as: string; isFallback?: boolean }) {
  const [count, setCount] = useState(0);
  useShortcut(on, () => setCount(count + 1), { isFallback: isFallback === true });
  return (
    <p>
      {as} {count}
    </p>
  );
}

function press(keys: string, page: ReactNode) {
  render(page);
  return userEvent.setup({ delay: null }).keyboard(keys);
}

test.each([
  ['palette', '{Control>}k{/Control}'],
  ['palette', '{Meta>}k{/Meta}'],
  ['search', '/'],
  ['save', '{Control>}s{/Control}'],
  ['clear', '{Escape}'],
  ['keys', '?'],
] as const)('%s answers %s', async (shortcut, keys) => {
  expect(Object.keys(SHORTCUTS)).toContain(shortcut);
  await press(keys, <Listener on={shortcut} as="pressed" />);
  screen.getByText('pressed 1');
});

test('the slash of a Cyrillic keyboard searches too', async () => {
  render(<Listener on="search" as="pressed" />);
  dispatchEvent(new KeyboardEvent('keydown', { key: '.', code: 'Slash' }));
  await screen.findByText('pressed 1');
});

test('of several listeners the last one answers, and a fallback only where there is no other', async () => {
  await press(
    '/',
    <>
      <Listener on="search" as="page" />
      <Listener on="search" as="list" />
      <Listener on="search" as="palette" isFallback />
    </>,
  );
  expect(['page 0', 'list 1', 'palette 0'].map((text) => screen.getByText(text).textContent)).toHaveLength(3);
});

test('a field, and a window over the page, keep their own keys', async () => {
  render(
    <>
      <input aria-label="name" />
      <Listener on="search" as="search" />
      <Listener on="keys" as="keys" />
      <Listener on="clear" as="clear" />
    </>,
  );
  await userEvent.setup({ delay: null }).type(screen.getByLabelText('name'), '/?{Escape}');
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('/?');
  render(<div role="dialog" />);
  screen.getByLabelText('name').blur();
  await userEvent.setup({ delay: null }).keyboard('/{Escape}');
  screen.getByText('search 0');
  screen.getByText('keys 0');
  screen.getByText('clear 0');
});
