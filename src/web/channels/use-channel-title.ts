import { useFormatPhone } from '#web/lib/format/phone.ts';

const PHONE = /^\+\d{7,15}$/;

/** Returns a function that writes the title of a channel: one that is a number as phones are written. */
export function useChannelTitle(): (title: string) => string {
  const formatPhone = useFormatPhone();
  return (title) => (PHONE.test(title) ? formatPhone(title) : title);
}
