import type { Given } from '#web/flows/transfer-slots.tsx';
import { OfferCard } from './OfferCard.tsx';
import { SentTransfers } from './SentTransfers.tsx';
import classes from './transfers.module.css';
import { useTransfers } from './use-transfers.ts';

/** Received and sent offers of flows or mailings; nothing while there are none. */
export function TransfersPanel({ of }: { of: Given['of'] }) {
  const { data } = useTransfers(of);
  const offers = data?.offers ?? [];
  const sent = data?.sent ?? [];
  if (offers.length === 0 && sent.length === 0) return null;
  return (
    <div className={classes.panel}>
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
      {sent.length > 0 && <SentTransfers of={of} sent={sent} />}
    </div>
  );
}
