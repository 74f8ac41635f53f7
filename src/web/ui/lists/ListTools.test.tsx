import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { ListTools } from './ListTools.tsx';

const reported: string[] = [];

/** A page that follows the search when a button is pressed. */
function SlowPage() {
  const [value, setValue] = useState('');
  const search = { value, placeholder: 'Search', onChange: (next: string) => void reported.push(next) };
  return (
    <>
      <ListTools search={search} />
      {['an', 'anna', ''].map((next) => (
        <button key={next} type="button" onClick={() => setValue(next)}>{`Follow ${next}`}</button>
      ))}
    </>
  );
}

test('letters typed while the page still follows the first ones stay; a value from elsewhere replaces them', async () => {
  const { user } = await draw(<SlowPage />, { texts: ['ui'] });
  const field = () => screen.getByRole<HTMLInputElement>('searchbox');
  const follow = (next: string) => user.click(screen.getByText(`Follow ${next}`.trim()));
  await user.type(field(), 'an');
  await expect.poll(() => reported).toEqual(['an']);
  await user.type(field(), 'na');
  await follow('an');
  expect(field().value).toBe('anna');
  await expect.poll(() => reported).toEqual(['an', 'anna']);
  await follow('anna');
  expect(field().value).toBe('anna');
  await follow('');
  expect(field().value).toBe('');
});
