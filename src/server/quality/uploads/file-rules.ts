import { nameOf, type ReadFileOfChats } from './chat-rules.ts';
import { readJson } from './json-rules.ts';
import { readText } from './text-rules.ts';
import { readWhatsApp } from './whatsapp-rules.ts';

/** Reads a text in the format that it shows. */
export function readChats(text: string, fileName: string): ReadFileOfChats {
  const start = text
    .replace(/^\uFEFF/u, '')
    .trimStart()
    .slice(0, 1);
  const json = start === '{' || start === '[' ? readJson(text) : null;
  if (json) return { format: 'json', ...json };
  const title = titleOf(fileName);
  const whatsApp = readWhatsApp(text, title);
  return whatsApp ? { format: 'whatsapp', ...whatsApp } : { format: 'text', ...readText(text, title) };
}

const EXPORT =
  /^(?:whatsapp chat (?:with|-)|чат whatsapp с(?: контактом)?|whatsapp чат (?:с|-)|чат whatsapp (?:з|із)|conversa do whatsapp com|whatsapp\s*[-–])\s*/iu;

/** The name of the other side in the name of an exported file, else the name of the file; empty for the one that all have. */
export function titleOf(fileName: string): string {
  const name = fileName
    .split(/[/\\]/u)
    .at(-1)
    ?.replace(/\.(?:txt|json|zip|csv|log)$/iu, '')
    .replace(/\s*\(\d+\)$/u, '')
    .replace(EXPORT, '');
  return /^_?chat$/iu.test(name ?? '') ? '' : nameOf(name ?? '');
}
