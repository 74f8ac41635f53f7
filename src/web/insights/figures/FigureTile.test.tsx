import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { FigureTile } from './FigureTile.tsx';

await startProduct();

test('a figure has its definition one press away, and opens what it is made of', async () => {
  const opened: string[] = [];
  const { user } = await draw(
    <FigureTile
      title="Revenue"
      about="What was paid for visits."
      value="£5,000"
      notes={['The month before: £4,000', null]}
      target={{ share: 0.62, tone: 'open', lines: ['62% of the target, £8,000', '11 days left, £273 a day needed'] }}
      onOpen={() => opened.push('visits')}
    />,
    { texts: ['insights'] },
  );
  screen.getByText('The month before: £4,000');
  screen.getByText('11 days left, £273 a day needed');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62');
  expect(screen.queryByText('What was paid for visits.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'What is counted: Revenue' }));
  await screen.findByText('What was paid for visits.');
  expect(opened).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Revenue: £5,000' }));
  expect(opened).toEqual(['visits']);
});

test('a figure that opens nothing is no button', async () => {
  await draw(<FigureTile title="Lost clients" about="Who is lost." value="3" />, { texts: ['insights'] });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
