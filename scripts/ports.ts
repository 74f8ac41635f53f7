import { createServer } from 'node:net';

/** A refusal that needs no stack: its message is all a person needs. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/**
 * A port that can be listened on.
 *
 * One that was asked for is used or refused; the usual one gives way to the next free one.
 *
 * @param wanted what the person set, e.g. in `PORT`
 * @param reserved ports given away but not yet listened on
 * @throws Refusal when the wanted port is taken, or is no port
 */
export async function choosePort(
  { variable, wanted, usual, what }: { variable: string; wanted: string | undefined; usual: number; what: string },
  reserved: ReadonlySet<number>,
  onTaken: (message: string) => void,
): Promise<number> {
  if (wanted !== undefined && wanted !== '') {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Refusal(`${variable}=${wanted} is not a port.`);
    const isReserved = reserved.has(port);
    if (!isReserved && (await isFree(port))) return port;
    const other = await nextFree(port + 1, reserved);
    const by = isReserved ? 'asked for twice' : 'taken by another program';
    throw new Refusal(`Port ${port} is ${by}. Choose another: ${variable}=${other} npm start`);
  }
  const port = await nextFree(usual, reserved);
  if (port !== usual) onTaken(`Port ${usual} is taken by another program; ${what} uses ${port}`);
  return port;
}

async function nextFree(from: number, reserved: ReadonlySet<number>): Promise<number> {
  for (let port = from; port < from + 200; port++) {
    if (!reserved.has(port) && (await isFree(port))) return port;
  }
  throw new Refusal(`No port from ${from} to ${from + 199} is free.`);
}

/** Free on every address of this machine: a browser may resolve localhost to either family. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '0.0.0.0')) && (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // NOTE: a machine without IPv6 refuses the address, not the port.
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['EADDRINUSE', 'EACCES'].includes(error.code ?? '')),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
