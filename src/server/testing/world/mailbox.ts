import { buffer as readAll } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  /** Received mails, oldest first. */
  mails: Email[];
  /** Refuses the next mails with an SMTP status; 0 accepts again. */
  refuseWith(status: number): void;
};

/** A mail server on its own port that stores received mails. */
export async function aMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  let refusal = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      void (async () => {
        const mail = await PostalMime.parse(await readAll(stream));
        if (refusal > 0) return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        mails.push(mail);
        return done();
      })();
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return { url: `smtp://127.0.0.1:${address.port}`, mails, refuseWith: (status) => (refusal = status) };
}
