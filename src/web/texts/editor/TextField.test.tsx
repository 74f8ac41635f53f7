import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';
import { draw } from '#web/testing/draw.tsx';
import { TextField } from './TextField.tsx';
import type { VariableNames } from './variable-names.ts';

const names = Object.fromEntries(TEXT_VARIABLES.map((name) => [name, name])) as VariableNames; // NOTE: of every name

function Page({ text }: { text: string }) {
  const [value, setValue] = useState(text);
  return (
    <>
      <TextField
        label="Text"
        description=""
        error={undefined}
        value={value}
        onChange={setValue}
        offered={['clientName']}
        names={names}
        isOwn={() => false}
      />
      <output>{value}</output>
    </>
  );
}

const open = (text: string) => draw(<Page text={text} />, { texts: ['flows', 'texts', 'app'] });
const message = () => screen.getByRole('status').textContent;
const editor = () => waitFor(() => expect(document.querySelector('.ProseMirror')?.closest('[hidden]')).toBe(null));

test('what is typed before the editor is there arrives whole, in its place, and typing goes on behind it', async () => {
  const { user } = await open('Hello {clientName}.\n\nWe have news,');
  await user.tab();
  screen.getByRole('textbox', { name: 'Text' }).focus();
  await user.keyboard(' autumn sale');
  await editor();
  await waitFor(() => expect(message()).toBe('Hello {clientName}.\n\nWe have news, autumn sale'));
  expect(screen.getAllByRole('textbox', { name: 'Text' })).toHaveLength(1);
});

test('a text that was selected whole and deleted before the editor is there does not come back', async () => {
  const { user } = await open('Old words');
  const field = screen.getByRole('textbox', { name: 'Text' });
  await user.click(field);
  getSelection()?.selectAllChildren(field);
  await user.keyboard('{Delete}New words');
  await editor();
  await waitFor(() => expect(message()).toBe('New words'));
});
