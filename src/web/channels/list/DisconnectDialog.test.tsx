import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';

const product = await startProduct();

/** The dialog of the cabinet's only channel. */
function Only() {
  const [isOpen, setOpen] = useState(true);
  const { data } = useQuery({ queryKey: ['only'], queryFn: () => call('GET /api/v1/channels', { query: {} }) });
  const channel = data?.channels[0];
  return channel && isOpen ? <DisconnectDialog channel={channel} onClose={() => setOpen(false)} /> : null;
}

async function openDialog() {
  const as = await product.signUp();
  const { id } = await product.aChannel({ tenantId: as.tenantId, kind: 'sigma_sms' });
  const { user } = await draw(<Only />, { texts: ['channels', 'app'], as });
  const confirm = async () => user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  return { id, confirm };
}

test('a channel that could not be disconnected is named, with what to do', async () => {
  const { id, confirm } = await openDialog();
  product.loseNextAnswer(`/channels/${id}`);
  await confirm();
  await screen.findByText('Sigma SMS was not disconnected');
  expect(screen.getAllByText(/Check your connection and try again/)).toHaveLength(1);
});
