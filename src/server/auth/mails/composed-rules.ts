type MailLink = { label: string; href: string };

/** A mail of several parts, in the words of the room that writes it. */
export type ComposedMail = {
  subject: string;
  heading: string;
  text: string;
  figures: readonly { label: string; value: string; note: string }[];
  /** Heading of the things; shown where there are any. */
  thingsHeading: string;
  things: readonly { text: string; link: MailLink }[];
  note: string;
  unsubscribe: MailLink;
};
