import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { textIn } from '#web/lib/api/known.ts';
import { useUrlState } from './url-state.ts';

function Page() {
  const [{ filter, entry }, setState] = useUrlState(
    (search) => ({ filter: textIn(search['filter']), entry: textIn(search['entry']) }),
    ['entry'],
  );
  return (
    <>
      <button type="button" onClick={() => setState({ filter: 'sent' })}>
        Filter
      </button>
      <button type="button" onClick={() => setState({ entry: '1' })}>
        Open
      </button>
      <button type="button" onClick={() => setState({ entry: undefined })}>
        Close
      </button>
      <p>
        {filter ?? 'all'} {entry ?? 'closed'}
      </p>
    </>
  );
}

test('Back closes a drawer, and the filters of its page stay', async () => {
  const { user, router } = await draw(<Page />, { texts: [], at: '/log' });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByText('sent closed');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('sent 1');
  router.history.back();
  await screen.findByText('sent closed');
});

test('a drawer that is closed leaves no step in the history', async () => {
  const { user, router } = await draw(<Page />, { texts: [], at: '/log' });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('all 1');
  expect(router.history.length).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('all closed');
  expect(router.history.canGoBack()).toBe(false);
});

test('a drawer opened by its address is closed in place', async () => {
  const { user, router } = await draw(<Page />, { texts: [], at: '/log?entry=1' });
  await screen.findByText('all 1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('all closed');
  expect(router.state.location.pathname).toBe('/log');
});
