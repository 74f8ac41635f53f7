import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { UploadButton, UploadList } from './UploadList.tsx';
import { useUploads } from './use-uploads.ts';

const product = await startProduct();

function Shown() {
  const uploads = useUploads();
  return (
    <>
      <UploadButton add={uploads.add} />
      <UploadList {...uploads} />
    </>
  );
}

const input = () => {
  const element = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!element) throw new Error('no input');
  return element;
};
/** A WAV file by its first bytes; what is in it is read later. */
const call = (name: string) => new File(['RIFF\0\0\0\0WAVEfmt '.padEnd(4_000, '\0')], name, { type: 'audio/wav' });

test('several recordings are sent, and one that is no sound is refused in words', async () => {
  const owner = await product.signUp();
  const { user } = await draw(<Shown />, { texts: ['quality'], as: owner });
  await screen.findByRole('button', { name: 'Upload recordings' });
  const broken = new File(['no sound at all'], 'broken.wav', { type: 'audio/wav' });
  await user.upload(input(), [call('monday.wav'), broken, call('friday.wav')]);
  const list = within(screen.getByRole('list', { name: 'Files being sent' }));
  expect((await list.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('This is no audio file');
  await expect.poll(() => list.queryAllByText('Sent: it is being read now').length, { timeout: 10_000 }).toBe(2);
  const { rows } = await product.owner.query(
    'select file_name from quality_recordings where tenant_id = $1 order by file_name',
    [owner.tenantId],
  );
  expect(rows).toEqual([{ file_name: 'friday.wav' }, { file_name: 'monday.wav' }]);
  await user.click(list.getByRole('button', { name: 'Remove from the list: broken.wav' }));
  expect(list.queryByText('broken.wav')).toBeNull();
});
