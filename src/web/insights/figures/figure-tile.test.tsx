import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { NumberTile } from '#web/ui/charts/NumberTile.tsx';
import { FigureTitle } from './FigureTitle.tsx';

test('a tile opens what it counts, and the button beside its name says what that is', async () => {
  const opened: string[] = [];
  const { user } = await draw(
    <NumberTile
      title="Lost"
      caption={<FigureTitle title="Lost" about="Nothing booked." />}
      value="112"
      onOpen={() => opened.push('lost')}
    >
      Too long ago
    </NumberTile>,
    { texts: ['insights'] },
  );
  await user.click(screen.getByRole('button', { name: 'What is counted: Lost' }));
  await screen.findByText('Nothing booked.');
  expect(opened).toEqual([]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Lost.*112/ }));
  expect(opened).toEqual(['lost']);
});
