import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { DateField } from './DateField.tsx';

function Page() {
  const [day, setDay] = useState('2026-11-23');
  return (
    <>
      <DateField label="Day" value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

test('a day is written as the language does; half of one changes nothing, and what is no day is said so', async () => {
  const { user } = await draw(<Page />, { texts: ['ui'] });
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  const day = () => screen.getByRole('status').textContent;
  expect(field.value).toBe('23/11/2026');
  await user.clear(field);
  expect(day()).toBe('');
  await user.type(field, '5.1.2027');
  expect(day()).toBe('2027-01-05');
  await user.tab();
  expect(field.value).toBe('05/01/2027');
  await user.type(field, '{Backspace}');
  expect(day()).toBe('2027-01-05');
  await user.tab();
  expect(day()).toBe('');
  await screen.findByText('dd/mm/yyyy');
});
