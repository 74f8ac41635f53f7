import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Mailing } from '#contract/mailings/calls.ts';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session.ts';
import { draw } from '#web/testing/draw.tsx';
import { startProduct } from '#web/testing/product.ts';
import { MailingRecord } from './MailingRecord.tsx';

const product = await startProduct();
const texts = ['mailings', 'flows', 'texts', 'channels', 'audiences', 'sentences', 'rules', 'delivery'] as const;

/** A mailing that is over in a cabinet with one contact. @param isSent the contact was sent it, by a template */
async function anEndedMailing(isSent: boolean) {
  const as = await product.signUp();
  const { tenantId } = as;
  const { id: channelId } = await product.aChannel({ tenantId, kind: 'dialog360', title: 'Studio' });
  const { id: contactId } = await product.aContact({ tenantId, name: 'Anna' });
  await signIn(as);
  const mailing = await call('POST /api/v1/distributions', { body: { title: 'Spring' } });
  const content = { ...mailing.settings.content, texts: { default: 'Spring offer' } };
  const counts = { ...mailing.counts, sent: isSent ? 1 : 0 };
  if (isSent) {
    await product.owner.query(
      `insert into messages (id, tenant_id, sender_id, sender_version, contact_id, channel_id, occasion_key, priority,
         status, body, content, planned_at, due_at, accepted_at, updated_at)
       values (gen_random_uuid(), $1, $2, 1, $3, $4, 'one', 1, 'read', 'Anna, it is spring', $5, now(), now(), now(), now())`,
      [
        tenantId,
        mailing.id,
        contactId,
        channelId,
        JSON.stringify({ buttons: [], templates: [], leftBy: { name: 'spring', language: 'en' } }),
      ],
    );
  }
  const ended: Mailing = { ...mailing, status: 'done', settings: { ...mailing.settings, content }, counts };
  return draw(<MailingRecord mailing={ended} history={null} />, { texts, as });
}

test('the phone of a mailing that is over shows what was sent, by which template and when', async () => {
  await anEndedMailing(true);
  await screen.findByText('Anna, it is spring');
  expect(screen.getAllByText('Template spring').length).toBeGreaterThan(0);
  expect(screen.getByText(/^Sent .+ · Studio$/).tagName).toBe('P');
  expect(screen.queryByText(/Would be sent/)).toBeNull();
});

test('the phone of a mailing that nobody got says so', async () => {
  await anEndedMailing(false);
  await screen.findByText('Sent to nobody');
  expect(screen.queryByText(/Would be sent|would not get/)).toBeNull();
});
