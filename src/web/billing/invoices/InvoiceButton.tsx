import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { CartLine } from '#contract/billing/cart.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';

const InvoiceForm = lazyPart({
  load: () => import('./InvoiceForm.tsx').then((m) => m.InvoiceForm),
  texts: ['auth'],
});

/** Opens the form that requests an invoice for the cart. */
export function InvoiceButton({ isMain, ...cart }: { lines: CartLine[]; totalMinor: number; isMain: boolean }) {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant={isMain ? 'filled' : 'default'} onClick={() => setIsOpen(true)}>
        {t('billing:invoice.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <InvoiceForm {...cart} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
