import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { ChannelsPage } from './ChannelsPage.tsx';

const product = await startProduct();

test('staff who open the page of a service that is not connected read so, and whom to ask; no form is offered', async () => {
  const owner = await product.signUp();
  const texts = ['channels', 'app'] as const;
  const { unmount } = await draw(<ChannelsPage kind="twilio_sms" />, { texts, as: owner });
  await screen.findByText('The number your business texts clients from will be here');
  expect(screen.queryByText('Not connected yet')).toBeNull();
  unmount();
  await product.owner.query(`update members set role = 'staff' where tenant_id = $1`, [owner.tenantId]);
  await draw(<ChannelsPage kind="twilio_sms" />, { texts, as: owner });
  await screen.findByText('Not connected yet');
  await screen.findByText('Only the account owner can connect channels. Ask them to open this page.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});
