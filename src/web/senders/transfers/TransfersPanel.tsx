import { OfferCard } from './OfferCard.tsx';
import { SentTransfers } from './SentTransfers.tsx';
import classes from './transfers.module.css';
import { type Transfers, useTransfers } from './use-transfers.ts';

/** Received and sent offers of senders; nothing while there are none. */
export function TransfersPanel({ transfers }: { transfers: Transfers }) {
  const { data } = useTransfers(transfers);
  const { offers = [], sent = [] } = data ?? {};
  if (offers.length === 0 && sent.length === 0) return null;
  return (
    <div className={classes.panel}>
      {offers.map((offer) => (
        <OfferCard key={offer.id} transfers={transfers} offer={offer} />
      ))}
      {sent.length > 0 && <SentTransfers transfers={transfers} sent={sent} />}
    </div>
  );
}
