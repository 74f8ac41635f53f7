/** Returns the number to send to: digits of a phone; an id that is not a phone, such as `…@lid`, stays. */
export function numberOf(address: string | null): string | null {
  if (address === null) return null;
  return address.includes('@') ? address : address.replaceAll(/\D/g, '') || null;
}

/** Returns what we call a contact: the digits of their phone, or an id that is not a phone. */
export function userIdOf(jid: string): string {
  return jid.replace(/(:\d+)?@(s\.whatsapp\.net|c\.us)$/, '').replace(/:\d+@lid$/, '@lid');
}

/** The phone of an id in E.164; null where it is not one. */
export function phoneOf(jid: string): string | null {
  const digits = /^(\d{7,15})$/.exec(userIdOf(jid))?.[1];
  return digits ? `+${digits}` : null;
}

/** Whether an id is a person's: groups, broadcasts and channels are not. */
export const isPerson = (jid: string) => /@(s\.whatsapp\.net|lid|c\.us)$/.test(jid);
