import { createHmac } from 'node:crypto';

/** Time-based one-time passwords as authenticator apps make them: RFC 6238 with SHA-1, 6 digits, 30 seconds. */

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones may be a step ahead or behind. */
const TOLERATED_STEPS = 1;

/** The number of the time step at a moment of the machine's time. */
export function stepAt(epochMilliseconds: number): number {
  return Math.floor(epochMilliseconds / 1000 / STEP_SECONDS);
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f; // dynamic truncation: RFC 4226, 5.3
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Finds the time step of a typed code near the present one.
 *
 * @param lastStep the step of the latest accepted code: that code and older ones are refused
 * @returns null for a wrong code, a used one, and anything else than 6 digits
 */
export function acceptedStep(
  secret: Buffer,
  typed: string,
  { present, lastStep }: { present: number; lastStep: number },
): number | null {
  const code = typed.replaceAll(/[\s-]/g, '');
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step += 1)
    if (step > lastStep && totpCode(secret, step) === code) return step;
  return null;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, as apps take it. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,5}/g, (five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '');
}

/** The address that an app reads from a QR code. */
export function otpauthUri({ product, email, secret }: { product: string; email: string; secret: Buffer }): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(product)}`;
}
