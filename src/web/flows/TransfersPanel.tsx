import { lazy, Suspense } from 'react';
import { withTexts } from '#web/lib/i18n.ts';
import classes from './many.module.css';
import { useTransfers } from './use-flow-transfers.ts';

/** Most cabinets have no transfers; what draws them comes with the first. */
const OfferCard = lazy(async () => ({
  default: (await withTexts(import('./OfferCard.tsx'), ['texts'])).OfferCard,
}));
const SentTransfers = lazy(async () => ({ default: (await import('./SentTransfers.tsx')).SentTransfers }));

/** What other cabinets offer this one, and what it offered them; nothing while there is neither. */
export function TransfersPanel() {
  const { data } = useTransfers();
  const offers = data?.offers ?? [];
  const sent = data?.sent ?? [];
  if (offers.length === 0 && sent.length === 0) return null;
  return (
    <div className={classes.panel}>
      <Suspense>
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} />
        ))}
        {sent.length > 0 && <SentTransfers sent={sent} />}
      </Suspense>
    </div>
  );
}
