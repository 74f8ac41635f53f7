/** Bytes that are passed as arguments of one call. */
const PIECE = 0x80_00;

/** The bytes of a file as Base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += PIECE)
    text += String.fromCodePoint(...bytes.subarray(start, start + PIECE));
  return btoa(text);
}
