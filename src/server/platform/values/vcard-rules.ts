/** A contact card that a messenger sends: the name that it shows, and the card itself. */
export type ContactCard = { displayName?: string | null | undefined; vcard?: string | null | undefined };

/** Names and phones of cards, as a thread shows them; null where they say nothing. */
export function textOfCards(cards: readonly ContactCard[]): string | null {
  const lines = cards.map(({ displayName, vcard = '' }) => {
    const phones = [...(vcard ?? '').matchAll(/^(?:item\d+\.)?TEL[^:\n]*:(.+)$/gim)].map(([, phone = '']) =>
      phone.trim(),
    );
    return [displayName, ...new Set(phones)].filter(Boolean).join(', ');
  });
  return lines.filter(Boolean).join('; ') || null;
}
