import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SentTransfer, TransferId, TransferTo } from '#contract/senders/transfers.ts';
import { useTexts, type Text } from '#web/lib/format/i18n.ts';
import type { SenderRoom } from '#web/senders/sender.ts';
import { useRefresh, useSenderChange } from '#web/senders/use-sender-change.ts';
import { toast } from '#web/ui/feedback/toasts.ts';

/** Properties of every offered sender. */
export type Offered = {
  title: string;
  text: string;
  languages: readonly string[];
  buttonTitles: readonly string[];
  hasImage: boolean;
};

/** Senders that another cabinet's owner offers to this one. */
export type Offer<Item> = {
  id: TransferId;
  fromName: string;
  fromEmail: string;
  expiresAt: string;
  items: readonly Item[];
};

/** How a room offers its senders to other cabinets. */
export type Transfers<Item extends Offered = Offered> = {
  room: SenderRoom;
  /** Open offers from other cabinets, and those of this one. */
  list: () => Promise<{ offers: Offer<Item>[]; sent: SentTransfer[] }>;
  send: (ids: readonly string[], to: z.input<typeof TransferTo>) => Promise<unknown>;
  cancel: (transferId: TransferId) => Promise<unknown>;
  /** @returns the number of senders that arrived */
  accept: (offerId: TransferId) => Promise<number>;
  decline: (offerId: TransferId) => Promise<unknown>;
  /** The first fact about an offered sender, or false, and the settings that must be chosen again, in words. */
  describe(item: Item, t: Text): { first: string | false; toFill: readonly string[] };
};

export const useTransfers = ({ room, list }: Pick<Transfers, 'room' | 'list'>) =>
  useQuery({ queryKey: [room, 'transfers'], queryFn: list });

export const useSend = ({ room, send }: Pick<Transfers, 'room' | 'send'>, ids: readonly string[]) =>
  useMutation({
    mutationFn: (to: z.input<typeof TransferTo>) => send(ids, to),
    onSuccess: useRefresh(room),
  });

export function useCancelTransfer({ room, cancel }: Pick<Transfers, 'room' | 'cancel'>) {
  const t = useTexts();
  return useSenderChange(room, cancel, () => toast.success({ title: t('transfers:cancelled') }));
}

export function useAcceptOffer({ room, accept }: Pick<Transfers, 'room' | 'accept'>) {
  const t = useTexts();
  return useSenderChange(room, accept, (count) =>
    toast.success({
      title: t(`transfers:${room}.accepted`, { count }),
      description: t(`transfers:${room}.accepted_note`),
    }),
  );
}

export function useDeclineOffer({ room, decline }: Pick<Transfers, 'room' | 'decline'>) {
  const t = useTexts();
  return useSenderChange(room, decline, () => toast.success({ title: t('transfers:declined') }));
}
