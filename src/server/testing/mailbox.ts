import { buffer as readAll } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

export type Mailbox = {
  /** For SMTP_URL. */
  url: string;
  /** What came, oldest first. */
  mails: Email[];
  /** Answers the next mails with an SMTP status instead of taking them; 0 takes them again. */
  refuseWith(status: number): void;
};

/** A mail server on a port of its own that keeps what it is sent. */
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
