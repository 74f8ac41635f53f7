import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import type { Fault } from '../sim/faults.ts';
import type { Sim } from '../sim/sim.ts';
import type { Letter } from './state.ts';

const MAX_STORED = 2000;
/** Addresses that no one reads. */
const BOUNCING = /@bounce\.test$/i;
const HANG_MS = 120_000;

export type MailServer = { port: number; close(): Promise<void> };

/** The mail server: takes every letter and keeps it for people and tests to open. */
export async function startMail(sim: Sim, host: string, port: number): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    size: 25 * 1024 * 1024,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: ({ address }, _session, done) => {
      if (BOUNCING.test(address)) done(smtpError(550, 'No such user'));
      else done();
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void answerData(receive(sim, stream, to), done);
    },
  });
  server.on('error', () => undefined); // a client that left in the middle is not our concern
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.server.address() as AddressInfo; // it listens on a port, so this is no pipe's name
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answerData(receiving: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await receiving;
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

async function receive(sim: Sim, stream: SMTPServerDataStream, to: string[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  const raw = Buffer.concat(chunks);
  const fault = sim.faults.take('mail', `DATA ${to.join(',')}`, () => raw.toString());
  note(sim, to, fault);
  if (fault?.effect === 'none') await disturb(fault);
  await keep(sim, raw, to);
  if (fault?.effect === 'done') await disturb(fault);
}

async function keep(sim: Sim, raw: Buffer, to: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? '';
  const text = mail.text ?? '';
  const letter: Letter = {
    id: `mail_${sim.ids.next('mail')}`,
    at: sim.clock.iso(),
    from: mail.from?.address ?? '',
    to,
    subject: mail.subject ?? '',
    text,
    html,
    links: linksOf(html, text),
    messageId: mail.messageId ?? null,
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
  const { letters } = sim.state.mail;
  letters.push(letter);
  if (letters.length > MAX_STORED) letters.splice(0, letters.length - MAX_STORED);
  sim.judge.accept('mail', letter.from, letter.messageId ?? undefined, sim.clock.now());
  sim.changed('mail');
}

function linksOf(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) => link);
  return [...new Set([...inHtml, ...inText])];
}

function note(sim: Sim, to: string[], fault: Fault | undefined): void {
  if (sim.behaviours.of('mail').log === 'off') return;
  const refusedWith = fault?.action === 'http' ? fault.status : 0;
  const status = fault?.effect === 'none' ? refusedWith : 250;
  const fields = {
    at: sim.clock.iso(),
    channel: 'mail',
    method: 'SMTP',
    path: '/DATA',
    query: {},
    headers: {},
  } as const;
  sim.journal.add({ ...fields, body: { to }, status, ms: 0, fault: fault?.action ?? null });
  sim.bulletin.publish('log');
}

async function disturb({ action, status, delayMs }: Fault): Promise<void> {
  if (action === 'slow') return wait(delayMs);
  if (action === 'http') throw smtpError(status, 'The letter was not taken');
  if (action === 'timeout') await wait(HANG_MS);
  throw smtpError(421, 'Connection lost');
}

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
