export type Letter = {
  id: string;
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  messageId: string | null;
  headers: Record<string, string>;
};
export type MailState = { letters: Letter[] };
