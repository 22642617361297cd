import * as z from 'zod';
import { isLoopback } from './loopback.ts';
import { acceptedToolsets, type Toolset, toolsetsIn } from './toolset-words.ts';

/** How many seconds an upstream answer is cached: a default, and exceptions by tool name. */
export interface Freshness {
  readonly seconds: number;
  readonly byTool: Readonly<Record<string, number>>;
}

/**
 * A setting that is on or off. `true` and `false` are accepted too, because the checkboxes of
 * installers pass them.
 */
export function onOff() {
  const words = z.stringbool({
    truthy: ['on', 'true', 'yes', '1'],
    falsy: ['off', 'false', 'no', '0'],
    error: 'on or off (also true, yes, 1, false, no, 0)',
  });
  return z.string().trim().pipe(words);
}

/** Whether a URL uses https, or http with a loopback host. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** A URL that uses https, or http with a loopback host, and has no user, query or fragment. */
export function secureUrl() {
  return z
    .url({ protocol: /^https?$/, error: 'an https URL' })
    .refine(isPlainAddress, 'a URL without a user, query or fragment')
    .refine(isSafeAddress, 'an https URL, or http on this machine only');
}

export function port() {
  return z.coerce.number().int().min(0).max(65_535);
}

export function isOrigin(address: string): boolean {
  return isPlainAddress(address) && new URL(address).pathname === '/';
}

export function isPlainAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username === '' && password === '' && search === '' && hash === '';
}

export function parseHosts(words: string): readonly string[] {
  return words
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
}

export function parseToolsets(words: string, context: z.RefinementCtx): readonly Toolset[] {
  const named = toolsetsIn(words);
  if (named) return named;
  context.addIssue(acceptedToolsets);
  return z.NEVER;
}

export function parseFreshness(words: string, context: z.RefinementCtx): Freshness {
  let seconds = 300;
  const byTool: Record<string, number> = {};
  for (const word of words.split(',')) {
    const [, tool, number] = /^\s*(?:(\w+)\s*=\s*)?(\d{1,6})\s*$/.exec(word) ?? [];
    if (number === undefined) {
      context.addIssue('seconds, followed by comma-separated tool=seconds: 300,fda_calendar=60');
      return z.NEVER;
    }
    if (tool === undefined) seconds = Number(number);
    else byTool[tool] = Number(number);
  }
  return { seconds, byTool };
}

/** Whether a contact is an email address or an https URL. */
export function isContact(contact: string): boolean {
  return /[a-z0-9]\.[a-z]{2,}$/i.test(hostOf(contact) ?? '');
}

/** Whether the domain of a contact is reserved for examples or local networks. */
export function isPlaceholder(contact: string): boolean {
  const host = hostOf(contact) ?? '';
  return /(?:^|\.)(?:example\.[a-z]+|example|test|invalid|local)$/i.test(host);
}

function hostOf(contact: string): string | undefined {
  return (
    /^[\w.+-]{1,64}@([a-z0-9.-]{1,190})$/i.exec(contact)?.[1] ??
    /^https:\/\/([a-z0-9.-]{1,190})(?:\/[!-~]*)?$/i.exec(contact)?.[1]
  );
}
