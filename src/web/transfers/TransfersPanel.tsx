import classes from './transfers.module.css';
import { useTransfers } from './use-transfers.ts';
import { OfferCard } from './OfferCard.tsx';
import { SentTransfers } from './SentTransfers.tsx';

/** Received and sent offers of flows; nothing while there are none. */
export function TransfersPanel() {
  const { data } = useTransfers();
  const offers = data?.offers ?? [];
  const sent = data?.sent ?? [];
  if (offers.length === 0 && sent.length === 0) return null;
  return (
    <div className={classes.panel}>
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
      {sent.length > 0 && <SentTransfers sent={sent} />}
    </div>
  );
}
